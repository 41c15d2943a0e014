// The tokens of CSS Syntax Level 3 (section 4) that hold URLs or hide them: strings, unquoted url(), names,
// escapes, comments. Each function reads one token out of bytes in an ASCII-like charset and says where the
// next begins; input preprocessing (section 3.3) is done on the way, so positions are those of the bytes.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "ascii.h"
#include "charset/charset.h"

namespace mimebase::find {

// A string or an unquoted URL.
struct CssText {
  std::size_t start = 0;  // of what is between the quotes, or of the URL without white space around it
  std::size_t end = 0;
  std::size_t next = 0;  // where the next token begins
  bool good = false;     // false for <bad-string-token> and <bad-url-token>
};

// A name in ASCII lower case with its escapes decoded. Names that no caller asks for may be long: those of
// more than 32 characters are kept cut off, and so are other than what they are compared with.
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
// A byte of a name, unless it is a part of an escape (section 4.2, ident code point).
[[nodiscard]] constexpr bool is_css_name_byte(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// Section 4.3.8: whether the '\' at `at` begins an escape.
[[nodiscard]] bool is_css_escape(std::string_view css, std::size_t at);

// Section 4.3.5: the string whose quote is at `at`.
[[nodiscard]] CssText read_css_string(std::string_view css, std::size_t at);

// Section 4.3.6: the unquoted URL whose "url(" ends at `at`.
[[nodiscard]] CssText read_css_url(std::string_view css, std::size_t at);

// Section 4.3.11: the name that begins at `at`; of no bytes where none does.
[[nodiscard]] CssName read_css_name(std::string_view css, std::size_t at);

// Behind the comment that begins at `at` (section 4.3.2); one that never closes takes all that is left.
[[nodiscard]] std::size_t skip_css_comment(std::string_view css, std::size_t at);

// Behind white space, and behind white space and comments.
[[nodiscard]] std::size_t skip_css_space(std::string_view css, std::size_t at);
[[nodiscard]] std::size_t skip_css_space_and_comments(std::string_view css, std::size_t at);

// `raw`, the inside of a string or URL, without the white space around it that is not escaped.
[[nodiscard]] std::string_view trim_css(std::string_view raw);

// Appends what `raw`, the inside of a string or URL, stands for as UTF-8: escapes decoded (section 4.3.7),
// escaped line breaks dropped.
void append_css_text(std::string_view raw, const charset::Charset& charset, std::string& out);

}  // namespace mimebase::find
