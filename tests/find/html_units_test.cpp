// The components of the HTML finder: character references, attribute values, srcset, refresh.
#include <string>
#include <vector>

#include "catch.h"
#include "find/html/text.h"
#include "find/html/value_syntax.h"

namespace {

using namespace mimebase::find;

struct ReferenceCase {
  const char* why;
  std::string_view bytes;
  std::size_t length;
  std::string_view text;
};

void check(ReferencePlace place, const std::vector<ReferenceCase>& cases) {
  for (const ReferenceCase& c : cases) {
    INFO(c.why << ": " << c.bytes);
    const CharacterReference found = character_reference(c.bytes, place);
    CHECK(found.length == c.length);
    if (c.length == 0) continue;
    std::string out;
    append_character_reference(found, out);
    CHECK(out == c.text);
  }
}

}  // namespace

TEST_CASE("character references in text", "[html]") {
  check(ReferencePlace::kText, {{"by name", "&amp;x", 5, "&"},
                                {"by name without a semicolon", "&ampx", 4, "&"},
                                {"the longest name wins", "&notin;", 7, "\xE2\x88\x89"},
                                {"the longest name that is one", "&notit;", 4, "\xC2\xAC"},
                                {"two code points", "&NotEqualTilde;", 15, "\xE2\x89\x82\xCC\xB8"},
                                {"no such name", "&nosuch;", 0, ""},
                                {"a name that needs its semicolon", "&hellip", 0, ""},
                                {"names have case", "&AMP;&Amp;", 5, "&"},
                                {"the ampersand alone", "&", 0, ""},
                                {"decimal", "&#65;", 5, "A"},
                                {"without a semicolon", "&#65B", 4, "A"},
                                {"hexadecimal", "&#X4a;", 6, "J"},
                                {"no digits", "&#;", 0, ""},
                                {"no hexadecimal digits", "&#xg;", 0, ""},
                                {"NUL", "&#0;", 4, "\xEF\xBF\xBD"},
                                {"a surrogate", "&#xD800;", 8, "\xEF\xBF\xBD"},
                                {"too large", "&#x110000;", 10, "\xEF\xBF\xBD"},
                                {"much too large", "&#99999999999999999999;", 23, "\xEF\xBF\xBD"},
                                {"windows-1252", "&#x93;", 6, "\xE2\x80\x9C"},
                                {"not in windows-1252", "&#x81;", 6, "\xC2\x81"},
                                {"the last code point", "&#x10FFFF;", 10, "\xF4\x8F\xBF\xBF"}});
}

TEST_CASE("character references in attributes", "[html]") {
  check(ReferencePlace::kAttribute, {{"before an equals sign", "&copy=", 0, ""},
                                     {"before a letter", "&copyx", 0, ""},
                                     {"before a digit", "&copy2", 0, ""},
                                     {"before anything else", "&copy&", 5, "\xC2\xA9"},
                                     {"at the end", "&copy", 5, "\xC2\xA9"},
                                     {"with a semicolon", "&copy;=", 6, "\xC2\xA9"},
                                     {"the longest name counts, not a shorter one", "&notit;", 0, ""},
                                     {"numbers always count", "&#65=", 4, "A"}});
}

TEST_CASE("an offset map finds the bytes that made a decoded value", "[html]") {
  const std::string raw = "a&amp;b\r\nc&NotEqualTilde;d";
  const mimebase::charset::Charset charset("utf-8");
  OffsetMap map;
  std::string buffer;
  const std::string_view value = html_attribute_value(raw, charset, buffer, &map);
  REQUIRE(value ==
          "a&b\nc\xE2\x89\x82\xCC\xB8"
          "d");
  const auto raw_of = [&](std::size_t start, std::size_t end) {
    const Span span = map.to_input(Span{start, end});
    return raw.substr(span.start, span.end - span.start);
  };
  CHECK(raw_of(0, 1) == "a");
  CHECK(raw_of(1, 2) == "&amp;");
  CHECK(raw_of(2, 4) == "b\r\n");
  CHECK(raw_of(4, 6) == "c&NotEqualTilde;");
  CHECK(raw_of(9, 11) == "&NotEqualTilde;d");
  CHECK(raw_of(0, value.size()) == raw);
  CHECK(map.to_input(Span{3, 3}) == Span{7, 7});
  CHECK(map.to_input(value.size()) == raw.size());
}

TEST_CASE("srcset values end anywhere", "[html]") {
  for (const std::string_view value :
       {"", " ", ",", "a", "a ", "a,", "a (", "a 1x", "a 1x,", "a )", ",,a,,"}) {
    INFO(value);
    const std::vector<Span> urls = srcset_urls(value);
    const bool has_url = value.find('a') != value.npos && value != "a (" && value != "a )";
    REQUIRE(urls.size() == (has_url ? 1 : 0));
    if (has_url) CHECK(value.substr(urls[0].start, urls[0].end - urls[0].start) == "a");
  }
}
