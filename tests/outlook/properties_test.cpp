// MAPI properties (MS-OXCDATA 2.11).
#include "outlook/properties.h"

#include <vector>

#include "bytes.h"
#include "catch.h"
#include "outlook/words.h"

using namespace mimebase::outlook;
using namespace std::string_view_literals;

TEST_CASE("strings of properties", "[outlook]") {
  struct Case {
    const char* why;
    std::string_view bytes;
    std::uint16_t type;
    const char* charset;
    const char* text;
  };
  const Case cases[] = {
      {"UTF-16", "a\0\xE9\0"sv, kString, "", "a\u00e9"},
      {"UTF-16 with its end", "a\0\0\0"sv, kString, "", "a"},
      {"a pair of surrogates", "\x3D\xD8\x0A\xDE"sv, kString, "", "\U0001F60A"},
      {"half a pair", "\x3D\xD8x\0"sv, kString, "", "\uFFFDx"},
      {"the other half", "\x0A\xDEx\0"sv, kString, "", "\uFFFDx"},
      {"half a pair at the end", "\x3D\xD8"sv, kString, "", "\uFFFD"},
      {"half a character", "a\0b"sv, kString, "", "a"},
      {"a code page", "caf\xE9"sv, kString8, "windows-1252", "caf\u00e9"},
      {"another code page", "\xE4"sv, kString8, "windows-1251", "\u0434"},
      {"no code page", "caf\xE9"sv, kString8, "", "caf\u00e9"},
      {"UTF-8 although the code page is another", "caf\xC3\xA9"sv, kString8, "windows-1251", "caf\u00e9"},
      {"a code page with escapes", "\x1B$B$\"\x1B(B"sv, kString8, "iso-2022-jp", "\u3042"},
      {"NULs at the end", "a\0\0"sv, kString8, "", "a"},
      {"no string", "a"sv, kBinary, "", ""},
  };
  for (const Case& one : cases) {
    INFO(one.why);
    CHECK(text_of_value(one.bytes, one.type, one.charset) == one.text);
  }
}

TEST_CASE("properties that contradict each other", "[outlook]") {
  const Properties::Value first = {kBody, kString8, "a"sv, 0};
  struct Case {
    const char* why;
    std::vector<Properties::Value> values;
    bool has_contradiction;
  };
  const Case cases[] = {
      {"one", {first}, false},
      {"the same", {first, first}, false},
      {"the same with its end", {first, {kBody, kString8, "a\0"sv, 0}}, false},
      {"the same in UTF-16", {first, {kBody, kString, "a\0"sv, 0}}, false},
      {"another", {first, {kBody, kString8, "b"sv, 0}}, true},
      {"another in UTF-16", {first, {kBody, kString, "b\0"sv, 0}}, true},
      {"another type", {first, {kBody, kBinary, "a"sv, 0}}, true},
      {"a third", {first, {kBody, kString, "a\0"sv, 0}, {kBody, kString8, "b"sv, 0}}, true},
      {"another property", {first, {kHtml, kString8, "b"sv, 0}}, false},
      {"one without references", {{kSubject, kString8, "a"sv, 0}, {kSubject, kString8, "b"sv, 0}}, false},
  };
  for (const Case& one : cases) {
    INFO(one.why);
    Properties properties;
    for (const Properties::Value& value : one.values) properties.add(value);
    CHECK(properties.has_contradiction("") == one.has_contradiction);
  }
}

TEST_CASE("the words of a text", "[outlook]") {
  Words words;
  words.add("<a href=\"http://a/\">x y</a>");
  words.add("z");
  CHECK(words.has_all(""));
  CHECK(words.has_all(" y\r\nx z 'http://a/'"));
  CHECK_FALSE(words.has_all("x w"));
  CHECK_FALSE(words.has_all("http://a"));
  CHECK(words.has_all_references("w http://a/ C \\d"));
  CHECK_FALSE(words.has_all_references("http://b/"));
  CHECK_FALSE(words.has_all_references("\\\\host\\x"));
}

TEST_CASE("a set of properties", "[outlook]") {
  Properties properties;
  properties.add({kSubject, kString8, "first", 0});
  properties.add({kSubject, kString8, "second", 0});
  CHECK(properties.text(kSubject, "") == "first");
  properties.add({kSubject, kString, "u\0"sv, 0});
  properties.add({kSubject, kString8, "third", 0});
  CHECK(properties.text(kSubject, "") == "u");
  properties.add({kAttachMethod, kInteger32, {}, 5});
  CHECK(properties.number(kAttachMethod) == 5);
  CHECK_FALSE(properties.number(kSubject).has_value());
  CHECK_FALSE(properties.number(kRecipientType).has_value());
  CHECK(properties.charset().empty());
  properties.add({kInternetCodepage, kInteger32, {}, 1251});
  CHECK(properties.charset() == "windows-1251");
  properties.add({kMessageCodepage, kInteger32, {}, 1250});
  CHECK(properties.charset() == "windows-1250");
}
