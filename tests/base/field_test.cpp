// Parsing Base, Content-Base and Content-Location: wrappers, folds, comments.
#include "base/field.h"

#include "base/layers.h"
#include "catch.h"
#include "charset/charset.h"

namespace {

using mimebase::BaseBy;
using mimebase::base::Validity;

struct Case {
  const char* why;
  BaseBy by;
  const char* raw;
  const char* url;
  bool malformed;
};

constexpr auto kBase = BaseBy::kBaseHeader;
constexpr auto kContentBase = BaseBy::kContentBase;
constexpr auto kLocation = BaseBy::kContentLocation;

const Case kCases[] = {
    {"RFC 1808 section 3.1", kBase, " <URL:http://a/b>", "http://a/b", false},
    {"URL: in any case", kBase, " <url:http://a/b>", "http://a/b", false},
    {"white space inside is ignored", kBase, " < URL: http://a /b >", "http://a/b", false},
    {"white space within URL: is, too", kBase, " < U rL\n : http://a/b>", "http://a/b", false},
    {"folds inside are ignored", kBase, " <URL:http://a/\r\n\tb>", "http://a/b", false},
    {"no wrapper", kBase, " http://a/b", "http://a/b", true},
    {"brackets without URL:", kBase, " <http://a/b>", "http://a/b", true},
    {"URL: without brackets", kBase, " URL:http://a/b", "http://a/b", true},
    {"a comment behind it (RFC 5322)", kBase, " <URL:http://a/b> (the page)", "http://a/b", false},
    {"plain", kContentBase, " http://a/b", "http://a/b", false},
    {"quotes", kContentBase, " \"http://a/b\"", "http://a/b", false},
    {"brackets", kContentBase, " <http://a/b>", "http://a/b", false},
    {"the wrapper of Base", kContentBase, " <URL:http://a/b>", "http://a/b", false},
    {"URL: and quotes", kContentBase, " URL:\"http://a/b\"", "http://a/b", false},
    {"a comment before and behind", kContentBase, " (x) http://a/b (y (z))", "http://a/b", false},
    {"brackets of the URL are no comment", kContentBase, " http://a/b_(c)", "http://a/b_(c)", false},
    {"one quote alone", kContentBase, " \"http://a/b", "\"http://a/b", true},
    {"folded anywhere (RFC 2017 section 3.1)", kLocation, " http://a/\n b\n\tc", "http://a/bc", false},
    {"a space that no fold made stays", kLocation, " http://a/b c", "http://a/b c", false},
    {"UTF-8", kLocation, " http://a/\xC3\xA9", "http://a/\xC3\xA9", false},
    {"no UTF-8: windows-1252", kContentBase, " http://a/\xE9/", "http://a/\xC3\xA9/", false},
    {"no UTF-8, folded", kBase, " <URL:http://a/\xE9\r\n /b>", "http://a/\xC3\xA9/b", false},
    {"empty", kLocation, " ", "", false},
};

struct Judged {
  const char* why;
  const char* url;
  Validity validity;
};

// kOverridden means "usable".
const Judged kJudged[] = {
    {"a scheme and a slash", "http://a/b", Validity::kUsable},
    {"no grammar is checked beyond that", "x:/", Validity::kUsable},
    {"empty", "", Validity::kMalformed},
    {"a space", "http://a/b c", Validity::kMalformed},
    {"a control", "http://a/\x01", Validity::kMalformed},
    {"a bracket", "http://a/<b", Validity::kMalformed},
    {"no scheme", "b/c", Validity::kRelative},
    {"no slash behind the scheme", "http:b", Validity::kUnsuitable},
    {"listed", "mailto:a@b", Validity::kUnsuitable},
    {"listed, though a slash follows, in any case", "CID:/x", Validity::kUnsuitable},
    {"bytes that are not ASCII", "http://a/\xC3\xA9", Validity::kUsable},
};

}  // namespace

TEST_CASE("fields that declare a base are read by their own rules") {
  for (const Case& c : kCases) {
    INFO(c.why);
    const auto value = mimebase::base::read_field(c.by, c.raw);
    CHECK(value.url == c.url);
    CHECK(value.malformed == c.malformed);
    REQUIRE(value.span.start <= value.span.end);
    REQUIRE(value.span.end <= value.written.size());
    std::string cut = value.written.substr(value.span.start, value.span.end - value.span.start);
    std::erase_if(cut, [](char byte) { return byte == ' ' || byte == '\t'; });
    std::string url = value.url;
    std::erase(url, ' ');
    if (mimebase::charset::is_utf8(c.raw)) CHECK(cut == url);
  }
}

TEST_CASE("a base is usable if it has a scheme, a slash and nothing that breaks it") {
  for (const Judged& c : kJudged) {
    INFO(c.why << ": " << c.url);
    CHECK(mimebase::base::judge(c.url) == c.validity);
  }
}

TEST_CASE("a field of very many folds is read once") {
  std::string folded = "<URL:http://a/";
  for (int i = 0; i < 500000; ++i) folded += "\n ";
  const auto value = mimebase::base::read_field(mimebase::BaseBy::kBaseHeader, folded + "b>");
  CHECK(value.url == "http://a/b");
}
