// text/plain with uuencoded files.
#include "find/text/finder.h"

#include <random>

#include "find/finder.h"
#include "text_recorder.h"

using namespace mimebase;

namespace uuencoded_test {

struct Row {
  std::string context, reference, cut;
  bool operator==(const Row&) const = default;
};

class Rows : public find::Sink {
 public:
  explicit Rows(std::string_view bytes) : bytes_(bytes) {}
  void found(const find::Found& found) override {
    all.push_back({std::string(found.context), std::string(found.reference),
                   std::string(bytes_.substr(found.span.start, found.span.end - found.span.start))});
    scopes.push_back(found.scope);
  }
  find::ScopeId open_scope(find::ScopeId, const find::Declaration& declaration) override {
    bases.emplace_back(declaration.reference);
    return static_cast<find::ScopeId>(bases.size());
  }
  std::vector<Row> all;
  std::vector<find::ScopeId> scopes;
  std::vector<std::string> bases;

 private:
  std::string_view bytes_;
};

Rows scan(std::string_view text) {
  const charset::Charset charset;
  Rows rows(text);
  find::finder_for("text/plain")->find({text, charset}, rows);
  return rows;
}

char character(unsigned value) {
  return value == 0 ? '`' : static_cast<char>(value + 0x20);
}

std::string encode(std::string_view name, std::string_view bytes) {
  std::string out = "begin 644 " + std::string(name) + "\n";
  const auto at = [&](std::size_t i) { return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U; };
  for (std::size_t line = 0; line < bytes.size(); line += 45) {
    const std::size_t count = std::min<std::size_t>(45, bytes.size() - line);
    out += character(static_cast<unsigned>(count));
    for (std::size_t i = line; i < line + count; i += 3) {
      const unsigned group = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
      for (int shift = 18; shift >= 0; shift -= 6) out += character((group >> shift) & 0x3F);
    }
    out += '\n';
  }
  return out + "`\nend";
}

TEST_CASE("a uuencoded text is searched, its encoding is not", "[uuencoded]") {
  const std::string block = encode("read.txt", "see http://in.example/x and <URL:y>");
  const std::string text = "http://before/\n" + block + "\nhttp://after/\n";
  const Rows rows = scan(text);
  CHECK(rows.all == std::vector<Row>{{"text", "http://before/", "http://before/"},
                                     {"uuencoded/text", "http://in.example/x", block},
                                     {"uuencoded/text:delimited", "y", block},
                                     {"text", "http://after/", "http://after/"}});
}

TEST_CASE("a uuencoded page has its own base", "[uuencoded]") {
  const std::string block = encode("Page.HTM", "<base href='http://b/'><a href=c>d</a>");
  const Rows rows = scan(block);
  CHECK(rows.all ==
        std::vector<Row>{{"uuencoded/base@href", "http://b/", block}, {"uuencoded/a@href", "c", block}});
  CHECK(rows.bases == std::vector<std::string>{"http://b/"});
  CHECK(rows.scopes == std::vector<find::ScopeId>{find::kDocument, 1});
}

TEST_CASE("other uuencoded files are passed over", "[uuencoded]") {
  const std::string zip = encode("x.zip", std::string(1000, 'h') + " http://no/ ");
  CHECK(scan(zip).all.empty());
  // The encoded lines look like URLs.
  const std::string lines = "begin 644 x.zip\n-HTTP://A.B/CDEFGHI\n`\nend\nhttp://after/";
  CHECK(scan(lines).all == std::vector<Row>{{"text", "http://after/", "http://after/"}});
}

TEST_CASE("what only begins like an encoded file is text", "[uuencoded]") {
  for (const std::string_view text : {
           "begin 644 x.txt\nhttp://a/ is no encoded line",
           "begin 644\n#0V%T\nend\nhttp://a/",
           "begin the day with http://a/",
           " begin 644 x.txt\n http://a/",
           "begin 644 x.txt\n\nhttp://a/",
           "begin 644 x.txt",
           "begin 644 x.txt\n",
           "begin",
       }) {
    CAPTURE(text);
    CHECK(scan(text).all.size() == (text.find("http") == std::string_view::npos ? 0 : 1));
  }
  // Truncated and followed by text.
  const std::string cut = "begin 644 x.txt\n#0V%T\nand then http://a/";
  CHECK(scan(cut).all.size() == 1);
}

TEST_CASE("encoded and found again", "[uuencoded]") {
  std::mt19937 random(5);
  for (int round = 0; round < 500; ++round) {
    const std::string url = "http://a.example/" + std::to_string(random());
    const std::string inner = std::string(random() % 100, ' ') + url + std::string(random() % 100, ' ');
    std::string block = encode("a.txt", inner);
    if (random() % 2 == 0) {
      // Spaces instead of backquotes, with trailing ones lost.
      for (char& c : block) c = c == '`' ? ' ' : c;
      for (std::size_t at = 0; (at = block.find(" \n")) != std::string::npos;) block.erase(at, 1);
    }
    const Rows rows = scan(block + "\n");
    CAPTURE(block);
    REQUIRE(rows.all.size() == 1);
    REQUIRE(rows.all[0].reference == url);
  }
}

TEST_CASE("hostile blocks take linear time", "[uuencoded][hostile]") {
  for (const std::string_view unit :
       {"begin ", "begin 644 a.txt\n", "begin 644 a.txt\n#0V%T\n", "#0V%T\n", "begin 644 a.txt\n`\nend\n"}) {
    CAPTURE(unit);
    CHECK(scan("begin 644 a.txt\n" + test::repeated(unit, 2'000'000)).all.empty());
  }
}

}  // namespace uuencoded_test
