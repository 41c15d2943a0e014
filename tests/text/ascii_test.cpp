#include "text/ascii.h"

#include "catch.h"

namespace ascii = mimebase::ascii;

TEST_CASE("only ASCII is told apart") {
  for (int i = -128; i < 128; ++i) {
    const char c = static_cast<char>(i);
    const std::string_view one(&c, 1);
    const auto is_in = [&](std::string_view set) { return set.find(c) != std::string_view::npos; };
    CAPTURE(i);
    CHECK(ascii::is_ascii(c) == (i >= 0));
    CHECK(ascii::is_ascii(one) == (i >= 0));
    CHECK(ascii::is_digit(c) == is_in("0123456789"));
    CHECK(ascii::is_capital(c) == is_in("ABCDEFGHIJKLMNOPQRSTUVWXYZ"));
    CHECK(ascii::is_letter(c) == is_in("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"));
    CHECK(ascii::is_alnum(c) == (ascii::is_letter(c) || ascii::is_digit(c)));
    CHECK(ascii::is_blank(c) == is_in(" \t"));
    CHECK((ascii::hex_value(c) >= 0) == is_in("0123456789abcdefABCDEF"));
    CHECK(ascii::equals_ignoring_case(c, static_cast<char>(c ^ 0x20)) == ascii::is_letter(c));
    CHECK(ascii::equals_ignoring_case(ascii::lower(c), c));
  }
  CHECK(ascii::hex_value('0') == 0);
  CHECK(ascii::hex_value('9') == 9);
  CHECK(ascii::hex_value('a') == 10);
  CHECK(ascii::hex_value('F') == 15);
}

TEST_CASE("text in either case") {
  CHECK(ascii::lowered("Content-ID @[`{ \xC3\x84") == "content-id @[`{ \xC3\x84");
  CHECK(ascii::equals_ignoring_case("Base", "bASE"));
  CHECK_FALSE(ascii::equals_ignoring_case("base", "bases"));
  CHECK_FALSE(ascii::equals_ignoring_case("[", "{"));
  CHECK(ascii::starts_with_ignoring_case("HTTP://x", "http:"));
  CHECK_FALSE(ascii::starts_with_ignoring_case("HTT", "http:"));
  CHECK(ascii::ends_with_ignoring_case("a.EML", ".eml"));
  CHECK_FALSE(ascii::ends_with_ignoring_case("eml", ".eml"));
}

TEST_CASE("bytes that are not ASCII are seen wherever they are") {
  for (std::size_t size = 0; size < 40; ++size) {
    std::string bytes(size, 'a');
    CHECK(ascii::is_ascii(bytes));
    for (char& c : bytes) {
      c = '\x80';
      CHECK_FALSE(ascii::is_ascii(bytes));
      c = 'a';
    }
  }
}

TEST_CASE("what is escaped is decoded, and what is none stays") {
  const auto decoded = [](std::string_view text) {
    std::string out = "+";
    ascii::append_percent_decoded(text, out);
    return out;
  };
  CHECK(decoded("a%41%7a%7A%00") == std::string("+aAzz\0", 6));
  CHECK(decoded("%") == "+%");
  CHECK(decoded("%4") == "+%4");
  CHECK(decoded("%4g%%41%25"
                "41") == "+%4g%A%41");
}

TEST_CASE("a byte is two digits") {
  std::string out;
  ascii::append_hex(0x0A, ascii::kHexDigits, out);
  ascii::append_hex(0xFF, ascii::kLowerHexDigits, out);
  CHECK(out == "0Aff");
}
