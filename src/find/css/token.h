// The tokens of CSS Syntax Level 3 (section 4) that contain or hide URLs: strings, unquoted url(), names,
// escapes and comments. Each function reads one token from bytes in an ASCII-compatible charset and
// returns the offset of the next. Input preprocessing (section 3.3) is done on the fly, so offsets are
// those of the original bytes.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "charset/charset.h"
#include "text/ascii.h"

namespace mimebase::find {

// A string or an unquoted URL.
struct CssText {
  std::size_t start = 0;  // of the text between the quotes, or of the URL without surrounding white space
  std::size_t end = 0;
  std::size_t next = 0;  // the start of the next token
  bool good = false;     // false for <bad-string-token> and <bad-url-token>
};

// A name in ASCII lower case with its escapes decoded. Names longer than 32 characters are truncated;
// they match none of the names that callers look for.
struct CssName {
  std::array<char, 33> bytes{};
  std::size_t size = 0;
  std::size_t next = 0;
  [[nodiscard]] std::string_view view() const { return {bytes.data(), size}; }
};

[[nodiscard]] constexpr bool is_css_newline(char c) {
  return c == '\n' || c == '\r' || c == '\f';
}
[[nodiscard]] constexpr bool is_css_space(char c) {
  return ascii::is_blank(c) || is_css_newline(c);
}
// A byte of a name outside escapes (section 4.2, ident code point).
[[nodiscard]] constexpr bool is_css_name_byte(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Section 4.3.8: returns whether the '\' at `at` starts an escape.
[[nodiscard]] bool is_css_escape(std::string_view css, std::size_t at);

// Section 4.3.5: reads the string whose opening quote is at `at`.
[[nodiscard]] CssText read_css_string(std::string_view css, std::size_t at);

// Section 4.3.6: reads the unquoted URL after the "url(" that ends at `at`.
[[nodiscard]] CssText read_css_url(std::string_view css, std::size_t at);

// Section 4.3.11: reads the name that starts at `at`; empty if there is none.
[[nodiscard]] CssName read_css_name(std::string_view css, std::size_t at);

// Returns the offset after the comment that starts at `at` (section 4.3.2). An unclosed comment extends
// to the end.
[[nodiscard]] std::size_t skip_css_comment(std::string_view css, std::size_t at);

// Return the offset after white space, and after white space and comments.
[[nodiscard]] std::size_t skip_css_space(std::string_view css, std::size_t at);
[[nodiscard]] std::size_t skip_css_space_and_comments(std::string_view css, std::size_t at);

// Removes surrounding white space from `raw`, the inside of a string or URL, except where it is escaped.
[[nodiscard]] std::string_view trim_css(std::string_view raw);

// Appends the text of `raw`, the inside of a string or URL, as UTF-8: escapes decoded (section 4.3.7),
// escaped line breaks removed.
void append_css_text(std::string_view raw, const charset::Charset& charset, std::string& out);

}  // namespace mimebase::find
