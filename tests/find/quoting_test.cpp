// Quoting of references: reading and writing.
#include "find/quoting.h"

#include <algorithm>
#include <random>

#include "catch.h"

using namespace mimebase;
using find::Quoting;
using find::QuotingPath;

namespace {

QuotingPath path_of(std::initializer_list<Quoting> levels) {
  QuotingPath path;
  for (const Quoting level : levels) path.wrap(level);
  return path;
}

bool is_latin1(char32_t code_point) {
  return code_point < 0x100;
}

}  // namespace

TEST_CASE("a reference is written with the escapes that its place needs", "[quoting]") {
  struct Case {
    std::initializer_list<Quoting> path;
    std::string_view text, written;
  };
  const Case kCases[] = {
      {{}, "http://a/?b&c\"'<>", "http://a/?b&c\"'<>"},
      {{Quoting::kHtmlDouble}, "http://a/?b&c=\"'<>`", "http://a/?b&amp;c=&#34;'<>`"},
      {{Quoting::kHtmlSingle}, "http://a/?b&c=\"'", "http://a/?b&amp;c=\"&#39;"},
      {{Quoting::kHtmlBare}, "http://a/ b?\"'`<>&c=1", "http://a/&#32;b?&#34;&#39;&#96;&#60;&#62;&amp;c=1"},
      {{Quoting::kHtmlText}, "http://a/<b>&amp;", "http://a/&#60;b&#62;&amp;amp;"},
      {{Quoting::kXmlDouble}, "http://a/\"'<>", "http://a/&#34;'&#60;>"},
      {{Quoting::kXmlSingle}, "http://a/\"'<&", "http://a/\"&#39;&#60;&amp;"},
      {{Quoting::kXmlText}, "http://a/<]]>", "http://a/&#60;]]&#62;"},
      {{Quoting::kXmlCData}, "http://a/<&]]>]]>", "http://a/<&]]%3E]]%3E"},
      {{Quoting::kCssDouble}, "http://a/\"'\\<(", "http://a/\\22 '\\5c \\3c ("},
      {{Quoting::kCssSingle}, "http://a/\"'", "http://a/\"\\27 "},
      {{Quoting::kCssUrl}, "http://a/ b(c)'\"", "http://a/\\20 b\\28 c\\29 \\27 \\22 "},
      {{Quoting::kCssUrl, Quoting::kHtmlDouble}, "http://a/\"&", "http://a/\\22 &amp;"},
      {{Quoting::kCssDouble, Quoting::kHtmlDouble}, "http://a/b", "http://a/b"},
      {{Quoting::kCssSingle, Quoting::kHtmlBare}, "http://a/'", "http://a/\\27&#32;"},
      {{Quoting::kHtmlDouble, Quoting::kHtmlDouble}, "http://a/&\"", "http://a/&amp;amp;&amp;#34;"},
      {{Quoting::kFolded}, "http://a/b", "http://a/b"},
      {{Quoting::kSpaced}, "http://a/b c>", "http://a/b%20c%3E"},
      {{Quoting::kDelimited}, "http://a/<b c>", "http://a/%3Cb%20c%3E"},
      {{Quoting::kDelimited, Quoting::kHtmlText}, "http://a/&", "http://a/&amp;"},
      {{Quoting::kEscapedLine}, "http://a/,b;c\\d:e", "http://a/\\,b\\;c\\\\d:e"},
      {{Quoting::kFoldedLine}, "http://a/,b", "http://a/,b"},
      {{Quoting::kEncodedWords}, "http://a/b c", "http://a/b c"},
      {{Quoting::kEncodedWords}, "http://a/ü", "=?utf-8?B?aHR0cDovL2Evw7w=?="},
      {{Quoting::kParameter}, "http://a/\"b\\ ", "http://a/\\\"b\\\\%20"},
      {{Quoting::kJson}, "http://a/\"b\\</script>\n", "http://a/\\\"b\\\\\\u003c/script>\\u000a"},
      {{Quoting::kExtended}, "http://a/b?ü", "utf-8''http%3A%2F%2Fa%2Fb%3F%C3%BC"},
  };
  for (const Case& c : kCases) {
    CAPTURE(c.text, c.written);
    CHECK(find::write_quoted(path_of(c.path), c.text) == std::string(c.written));
  }
  CHECK(find::write_quoted(path_of({Quoting::kHtmlDouble, Quoting::kOpaque}), "http://a/") == std::nullopt);
}

TEST_CASE("what a charset cannot say is escaped by the innermost language that can", "[quoting]") {
  struct Case {
    std::initializer_list<Quoting> path;
    std::string_view written;
  };
  const Case kCases[] = {
      {{}, "http://a/ü%E2%82%AC"},
      {{Quoting::kHtmlDouble}, "http://a/ü&#8364;"},
      {{Quoting::kXmlText}, "http://a/ü&#8364;"},
      {{Quoting::kXmlCData}, "http://a/ü%E2%82%AC"},
      {{Quoting::kCssUrl}, "http://a/ü\\20ac "},
      {{Quoting::kCssUrl, Quoting::kHtmlBare}, "http://a/ü\\20ac&#32;"},
      {{Quoting::kDelimited}, "http://a/ü%E2%82%AC"},
      {{Quoting::kDelimited, Quoting::kHtmlText}, "http://a/ü&#8364;"},
  };
  for (const Case& c : kCases) {
    CAPTURE(c.written);
    CHECK(find::write_quoted(path_of(c.path), "http://a/ü€", is_latin1) == std::string(c.written));
  }
}

TEST_CASE("long encoded words are cut between characters", "[quoting]") {
  std::string text = "http://a/";
  for (int i = 0; i < 100; ++i) text += "ü€";
  const std::string written = *find::write_quoted(Quoting::kEncodedWords, text);
  CHECK(find::read_quoted(Quoting::kEncodedWords, written) == text);
  for (std::size_t at = 0; at < written.size();) {
    const std::size_t end = std::min(written.find(' ', at), written.size());
    CHECK(end - at <= 75);
    at = end + 1;
  }
}

// All languages nested in each other, three levels deep.
TEST_CASE("what is written is read back", "[quoting]") {
  const Quoting kLevels[] = {Quoting::kHtmlDouble, Quoting::kHtmlSingle, Quoting::kHtmlBare,
                             Quoting::kHtmlText,   Quoting::kXmlDouble,  Quoting::kXmlSingle,
                             Quoting::kXmlText,    Quoting::kXmlCData,   Quoting::kCssDouble,
                             Quoting::kCssSingle,  Quoting::kCssUrl,     Quoting::kFoldedLine,
                             Quoting::kFlowed,     Quoting::kFolded,     Quoting::kEscapedLine};
  constexpr std::string_view kPieces[] = {"&", "&amp;", "\"", "'", "<", ">", "(", ")", "\\", ";",  ",",
                                          "#", "%41",   "a",  "/", ":", "`", "ü", "€", "=",  "3c", " x"};
  std::mt19937 random(1808);
  const auto pick = [&](const auto& from) { return from[random() % std::size(from)]; };
  for (int i = 0; i < 20000; ++i) {
    QuotingPath path;
    for (std::size_t depth = random() % 4; depth > 0; --depth) path.wrap(pick(kLevels));
    std::string text = "http://a/";
    for (std::size_t size = random() % 12; size > 0; --size) text += pick(kPieces);
    const auto written = find::write_quoted(path, text, i % 2 == 0 ? find::CanEncode() : is_latin1);
    REQUIRE(written);
    CAPTURE(text, *written);
    const std::string read = *find::read_quoted(path, *written);
    // CDATA sections, and languages without escapes, cannot represent anything else.
    if (read != text)
      CHECK((read.find("%3E") != std::string::npos || read.find("%E2%82%AC") != std::string::npos));
  }
}
