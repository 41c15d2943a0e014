// MAPI properties (MS-OXCDATA 2.11).
#include "outlook/properties.h"

#include "bytes.h"
#include "catch.h"

using namespace mimebase::outlook;
using namespace std::string_view_literals;

TEST_CASE("code pages", "[outlook]") {
  CHECK(label_of_codepage(1252) == "windows-1252");
  CHECK(label_of_codepage(1250) == "windows-1250");
  CHECK(label_of_codepage(932) == "shift_jis");
  CHECK(label_of_codepage(20127) == "us-ascii");
  CHECK(label_of_codepage(28591) == "iso-8859-1");
  CHECK(label_of_codepage(28605) == "iso-8859-15");
  CHECK(label_of_codepage(65001) == "utf-8");
  CHECK(label_of_codepage(850) == "cp850");
  CHECK(label_of_codepage(0).empty());
  CHECK(label_of_codepage(28590).empty());
  CHECK(label_of_codepage(99999).empty());
}

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
