// Defanged URLs in text: the table of forms, what is found without the option, and hostile text.
#include <random>
#include <string>
#include <vector>

#include "../url/tsv.h"
#include "find/finder.h"
#include "find/text/finder.h"
#include "mimebase/url.h"
#include "support.h"
#include "text_recorder.h"

using namespace mimebase;

namespace defanged_test {

// Stores "live:" and "<" before references, as the table writes them.
class Rows : public find::Sink {
 public:
  explicit Rows(bool wants) : wants_(wants) {}
  void found(const find::Found& found) override {
    sound = sound && found.span.start >= last_end && found.span.end > found.span.start;
    last_end = found.span.end;
    CHECK((wants_ || !found.defanged));
    rows.push_back(std::string(found.defanged ? "" : "live:") + (found.context == "text" ? "" : "<") +
                   std::string(found.reference) + (found.context == "text" ? "" : ">"));
    spans.push_back(found.span);
    if (found.defanged) defanged.emplace_back(found.reference);
  }
  find::ScopeId open_scope(find::ScopeId, const find::Declaration&) override { return find::kDocument; }
  [[nodiscard]] bool wants_defanged() const override { return wants_; }

  std::vector<std::string> rows, defanged;
  std::vector<find::Span> spans;
  std::size_t last_end = 0;
  bool sound = true;

 private:
  const bool wants_;
};

Rows scan(std::string_view text, bool wants) {
  Rows rows(wants);
  const charset::Charset charset;
  find::find_in_text({text, charset}, rows);
  CHECK(rows.sound);
  return rows;
}

std::vector<std::string> items(std::string_view cell) {
  std::vector<std::string> list;
  if (cell == "-") return list;
  for (std::size_t end; (end = cell.find(" | ")) != cell.npos; cell.remove_prefix(end + 3))
    list.emplace_back(cell.substr(0, end));
  list.emplace_back(cell);
  return list;
}

std::string live_form(const std::string& reference) {
  const std::string live = refang(reference);
  const bool has_scheme = live.find("://") < live.find_first_of("/?#") || live.starts_with("mailto:");
  return has_scheme ? live : "http://" + live;
}

TEST_CASE("defanged: nothing is too long", "[defanged]") {
  for (const std::size_t size : {20, 600, 9000}) {
    const std::string name(size, 'x');
    std::string labels;
    for (std::size_t i = 0; i < size; i += 2) labels += "a[dot]";
    for (const std::string& url : {
             "hxxp://" + name + "@evil.example/a",
             "hxxp://" + name + ".example/a",
             "http://" + labels + "example/a",
             labels + "example/a",
             name + "[.]example/a",
             "mailto:" + name + "[@]a.example",
             "mailto:a[@]" + labels + "example",
         }) {
      CAPTURE(size, url.substr(0, 40));
      CHECK(scan(url, true).rows == std::vector<std::string>{url});
    }
  }
}

TEST_CASE("defanged: the table of forms", "[defanged]") {
  const auto rows = test::read_tsv(test::source_root() / "tests/find/defanged.tsv");
  CHECK(rows.size() == 66);
  for (const auto& row : rows) {
    CAPTURE(row[0], row[3]);
    const Rows found = scan(row[0], true);
    CHECK(found.rows == items(row[1]));
    std::vector<std::string> live;
    for (const std::string& reference : found.defanged) live.push_back(live_form(reference));
    CHECK(live == items(row[2]));
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
      const find::Span span = found.spans[i];
      CHECK(found.rows[i].find(row[0].substr(span.start, span.end - span.start)) != std::string::npos);
    }
  }
}

TEST_CASE("defanged: without the option nothing defanged is found", "[defanged]") {
  for (const auto& row : test::read_tsv(test::source_root() / "tests/find/defanged.tsv")) {
    // A live URL inside a defanged one is found on its own.
    if (row[0].find("?u=") != std::string::npos) continue;
    CAPTURE(row[0], row[3]);
    std::vector<std::string> live;
    for (const std::string& item : items(row[1])) {
      if (item.starts_with("live:")) live.push_back(item);
    }
    CHECK(scan(row[0], false).rows == live);
  }
}

TEST_CASE("defanged: what defang() writes is found, and reads as before", "[defanged]") {
  for (const std::string_view url :
       {"http://evil.example/", "https://www.evil.example:8443/a/b.html?c=d.e#f", "ftp://192.0.2.7/f",
        "http://evil.example", "https://user@evil.example/x", "mailto:joe@evil.example"}) {
    CAPTURE(url);
    const std::string written = defang(url);
    const Rows found = scan("see " + written + " there", true);
    CHECK(found.defanged == std::vector<std::string>{written});
    CHECK(refang(written) == url);
    CHECK(scan(written, false).rows.empty());
  }
}

TEST_CASE("defanged: hostile text", "[defanged]") {
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  for (const std::string_view unit :
       {"[.]",       "a[.]",     "a[.]b",   "(.)",     "hxxp://",     "hxxp:",       "http[:]//",
        "[://]",     "a.",       "a[",      "[[[",     ":::",         "mailto:",     "mailto:a[@]",
        "hxxp://a@", "hxxp://[", "x[.]yy@", "a[.]aa,", "\xC3\xA9[.]", "\xE2\x80\x9C"}) {
    CAPTURE(unit);
    const std::string text = test::repeated(unit, kBytes);
    CHECK(scan(text, true).last_end <= text.size());
  }
  std::mt19937 random(7);
  const std::vector<std::string_view> pieces = {
      "hxxp", "http", "s",   "[:]//", "://",     "[://]", "evil", "[.]", "(dot)", ".",    "com", "@",
      "[@]",  "/",    "?u=", " ",     "mailto:", "www.",  "<",    ">",   "192",   "\xC3", "[",   "]"};
  for (int i = 0; i < 3000; ++i) {
    const std::string text = test::random_text(random, pieces, 30);
    CAPTURE(text);
    for (const std::string& reference : scan(text, true).defanged) CHECK(!live_form(reference).empty());
    CHECK(scan(text, false).defanged.empty());
  }
}

}  // namespace defanged_test
