#include "text/strings.h"

#include "catch.h"

namespace ascii = mimebase::ascii;
using mimebase::contains;
using mimebase::is_one_of;
using mimebase::replaced;
using mimebase::starts_with_one_of;
using mimebase::without_bytes;

TEST_CASE("lists are arrays, or written in braces") {
  constexpr std::string_view kSchemes[] = {"http:", "https:"};
  CHECK(is_one_of("http:", kSchemes));
  CHECK_FALSE(is_one_of("HTTP:", kSchemes));
  CHECK_FALSE(is_one_of("", {"a", "b"}));
  CHECK(ascii::is_one_of_ignoring_case("HTTP:", kSchemes));
  CHECK_FALSE(ascii::is_one_of_ignoring_case("http", {"http:"}));
  CHECK(starts_with_one_of("https://x", kSchemes));
  CHECK_FALSE(starts_with_one_of("HTTPS://x", kSchemes));
  CHECK(ascii::starts_with_one_of_ignoring_case("HTTPS://x", {"https:"}));
  CHECK_FALSE(ascii::starts_with_one_of_ignoring_case("http", {"http:"}));
}

TEST_CASE("parts of a text") {
  CHECK(contains("abc", 'c'));
  CHECK_FALSE(contains("abc", '\0'));
  CHECK(contains("abc", "bc"));
  CHECK_FALSE(contains("abc", "ac"));
  CHECK(without_bytes("\"a b\"", "\" ") == "ab");
  CHECK(replaced("aXXbX", "X", "--") == "a----b--");
  CHECK(replaced("aXXX", "XX", "") == "aX");
  CHECK(replaced("", "X", "y").empty());
}

// RFC 822 and XML know four kinds of white space, HTML five and C six.
TEST_CASE("white space is that of a standard") {
  for (int i = -128; i < 128; ++i) {
    const char c = static_cast<char>(i);
    CAPTURE(i);
    CHECK(ascii::is_white_space(c) == contains(" \t\r\n", c));
    CHECK(ascii::is_html_space(c) == contains(" \t\r\n\f", c));
    CHECK(contains(ascii::kWhiteSpace, c) == ascii::is_white_space(c));
    CHECK(contains(ascii::kHtmlWhiteSpace, c) == ascii::is_html_space(c));
    CHECK(contains(ascii::kCWhiteSpace, c) == contains(" \t\r\n\f\v", c));
  }
  CHECK(ascii::trimmed(" \f a\r\n") == "\f a");
  CHECK(ascii::trim_html_space(" \f a\r\n\v") == "a\r\n\v");
  CHECK(ascii::trimmed("\n a ", " ") == "\n a");
  const std::string_view blank = " \t";
  CHECK(ascii::trimmed(blank).empty());
  CHECK(ascii::trimmed(blank).data() == blank.data() + 2);
  CHECK(ascii::trim_html_space(blank).empty());
}

TEST_CASE("percent-escapes that are not valid stay") {
  CHECK(ascii::percent_decoded("a%41%zz%4") == "aA%zz%4");
}
