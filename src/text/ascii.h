// Classification of ASCII bytes, independent of the locale: other bytes belong to no class. Sets that a
// specification defines (HTML's white space, URL code points) are in the files that implement it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase {

// The result of an unsuccessful search.
inline constexpr std::size_t kNotFound = std::string_view::npos;

}  // namespace mimebase

namespace mimebase::ascii {

// Linear white space and line ends of RFC 822.
inline constexpr std::string_view kWhiteSpace = " \t\r\n";

[[nodiscard]] constexpr bool is_ascii(char c) {
  return static_cast<unsigned char>(c) < 0x80;
}
[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool is_capital(char c) {
  return c >= 'A' && c <= 'Z';
}
[[nodiscard]] constexpr bool is_letter(char c) {
  return is_capital(c) || (c >= 'a' && c <= 'z');
}
[[nodiscard]] constexpr bool is_alnum(char c) {
  return is_letter(c) || is_digit(c);
}
[[nodiscard]] constexpr bool is_base64_digit(char c) {
  return is_alnum(c) || c == '+' || c == '/';
}
// A character of a scheme (RFC 1808 section 2.2).
[[nodiscard]] constexpr bool is_scheme_byte(char c) {
  return is_alnum(c) || c == '+' || c == '-' || c == '.';
}
// Space or TAB: white space within a line.
[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// 0 to 15, or -1 if `c` is not a hexadecimal digit.
[[nodiscard]] constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char low = static_cast<char>(c | 0x20);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

// The lower-case form of an ASCII capital; other bytes are returned unchanged.
[[nodiscard]] constexpr char lower(char c) {
  return is_capital(c) ? static_cast<char>(c | 0x20) : c;
}

inline void append_lower(std::string_view text, std::string& out) {
  for (const char c : text) out += lower(c);
}

[[nodiscard]] inline std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = lower(c);
  return out;
}

[[nodiscard]] constexpr bool equals_ignoring_case(char a, char b) {
  return a == b || ((a ^ b) == 0x20 && is_letter(a));
}
[[nodiscard]] constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return equals_ignoring_case(x, y); });
}
[[nodiscard]] constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  return equals_ignoring_case(text.substr(0, start.size()), start);
}
[[nodiscard]] constexpr bool ends_with_ignoring_case(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && equals_ignoring_case(text.substr(text.size() - end.size()), end);
}

// The offset of `lower`, which is in lower case, at or after `at` in any case; npos if it does not occur.
// Fast if `lower` does not begin with a letter.
[[nodiscard]] std::size_t find_ignoring_case(std::string_view text, std::string_view lower,
                                             std::size_t at = 0);

// Returns true if every byte is ASCII.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool is_ascii(std::string_view bytes);

inline constexpr char kHexDigits[] = "0123456789ABCDEF";
inline constexpr char kLowerHexDigits[] = "0123456789abcdef";

// Appends the byte as two of `digits`, kHexDigits or kLowerHexDigits.
inline void append_hex(unsigned char byte, const char* digits, std::string& out) {
  const char both[] = {digits[byte >> 4], digits[byte & 15]};
  out.append(both, 2);
}

// Appends the text with "%41" decoded, as the URL Standard's "percent-decode" does. Anything that is not a
// valid escape is copied.
MIMEBASE_FOR_ARCHIVE void append_percent_decoded(std::string_view text, std::string& out);

}  // namespace mimebase::ascii
