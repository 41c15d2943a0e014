#include "find/css/token.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/utf8.h"

namespace mimebase::find {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// Returns the length of the white space at `at`; CR LF counts as one.
std::size_t space_bytes(std::string_view css, std::size_t at) {
  if (at >= css.size() || !is_css_space(css[at])) return 0;
  return css[at] == '\r' && at + 1 < css.size() && css[at + 1] == '\n' ? 2 : 1;
}

// Maps each byte of a name to lower case, and all others to 0.
constexpr std::array<char, 256> kNameBytes = [] {
  std::array<char, 256> bytes = {};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto c = static_cast<char>(i);
    if (is_css_name_byte(c)) bytes[i] = ascii::lower(c);
  }
  return bytes;
}();

// An escape, starting at its '\'.
struct Escape {
  enum class Kind {
    kNothing,    // an escaped line break, or a '\' at the very end
    kCodePoint,  // by number
    kItself,     // the character after the '\' as is
  };
  Kind kind = Kind::kNothing;
  char32_t code = 0;
  std::size_t bytes = 1;  // for kItself only the '\'; the character is then read like any other
};

// Section 4.3.7, and the treatment of line breaks of section 4.3.5.
Escape read_escape(std::string_view css, std::size_t at) {
  std::size_t next = at + 1;
  if (next >= css.size()) return {};
  if (is_css_newline(css[next])) return {Escape::Kind::kNothing, 0, 1 + space_bytes(css, next)};
  if (ascii::hex_value(css[next]) < 0) return {Escape::Kind::kItself, 0, 1};
  char32_t code = 0;
  for (int digits = 0; digits < 6 && next < css.size() && ascii::hex_value(css[next]) >= 0; ++digits, ++next)
    code = code * 16 + static_cast<char32_t>(ascii::hex_value(css[next]));
  next += space_bytes(css, next);
  const bool valid = code != 0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return {Escape::Kind::kCodePoint, valid ? code : kReplacement, next - at};
}

// Section 4.2, non-printable code point. NUL has already become U+FFFD.
bool is_non_printable(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0x01 && byte <= 0x08) || byte == 0x0B || (byte >= 0x0E && byte <= 0x1F) || byte == 0x7F;
}

// Section 4.3.14: skips the remnants of a bad URL.
std::size_t skip_bad_url(std::string_view css, std::size_t at) {
  while (at < css.size() && css[at] != ')') at += css[at] == '\\' ? 2 : 1;
  return at < css.size() ? at + 1 : css.size();
}

// Returns the length of an escape including the escaped character: the '\' and a character, or a number.
std::size_t escaped_unit_bytes(std::string_view css, std::size_t at) {
  const Escape escape = read_escape(css, at);
  return escape.bytes + (escape.kind == Escape::Kind::kItself ? 1 : 0);
}

}  // namespace

bool is_css_escape(std::string_view css, std::size_t at) {
  return at < css.size() && css[at] == '\\' && (at + 1 >= css.size() || !is_css_newline(css[at + 1]));
}

CssText read_css_string(std::string_view css, std::size_t at) {
  const char quote = css[at];
  CssText text{at + 1, at + 1, at + 1, true};
  std::size_t i = at + 1;
  while (i < css.size() && css[i] != quote) {
    if (is_css_newline(css[i])) {
      text.good = false;
      text.end = text.next = i;
      return text;
    }
    i += css[i] == '\\' ? escaped_unit_bytes(css, i) : 1;
  }
  text.end = std::min(i, css.size());
  text.next = std::min(i + 1, css.size());
  return text;
}

CssText read_css_url(std::string_view css, std::size_t at) {
  const std::size_t start = skip_css_space(css, at);
  std::size_t i = start;
  while (i < css.size() && css[i] != ')' && !is_css_space(css[i])) {
    const char c = css[i];
    if (c == '"' || c == '\'' || c == '(' || is_non_printable(c) || (c == '\\' && !is_css_escape(css, i)))
      return {start, i, skip_bad_url(css, i), false};
    i += c == '\\' ? escaped_unit_bytes(css, i) : 1;
  }
  const std::size_t end = std::min(i, css.size());
  const std::size_t close = skip_css_space(css, end);
  if (close < css.size() && css[close] != ')') return {start, end, skip_bad_url(css, close), false};
  return {start, end, std::min(close + 1, css.size()), true};
}

CssName read_css_name(std::string_view css, std::size_t at) {
  CssName name;
  const auto add_lower = [&name](char c) {
    if (name.size < name.bytes.size()) name.bytes[name.size++] = c;
  };
  const auto add = [&](char c) { add_lower(ascii::lower(c)); };
  while (at < css.size()) {
    if (const char byte = kNameBytes[static_cast<unsigned char>(css[at])]; byte != 0) {
      add_lower(byte);
      ++at;
      continue;
    }
    if (!is_css_escape(css, at)) break;
    const Escape escape = read_escape(css, at);
    at += escape.bytes;
    if (escape.kind == Escape::Kind::kItself) {
      add(css[at++]);
    } else {
      // No name of interest contains a character above ASCII, so any such byte will do.
      add(escape.code < 0x80 && escape.kind == Escape::Kind::kCodePoint ? static_cast<char>(escape.code)
                                                                        : '\xFF');
    }
  }
  name.next = at;
  return name;
}

std::size_t skip_css_comment(std::string_view css, std::size_t at) {
  const std::size_t end = css.find("*/", at + 2);
  return end == kNotFound ? css.size() : end + 2;
}

std::size_t skip_css_space(std::string_view css, std::size_t at) {
  while (at < css.size() && is_css_space(css[at])) ++at;
  return at;
}

std::size_t skip_css_space_and_comments(std::string_view css, std::size_t at) {
  for (;;) {
    at = skip_css_space(css, at);
    if (css.substr(at, 2) != "/*") return at;
    at = skip_css_comment(css, at);
  }
}

std::string_view trim_css(std::string_view raw) {
  raw.remove_prefix(skip_css_space(raw, 0));
  if (raw.empty() || !is_css_space(raw.back())) return raw;
  std::size_t end = 0;
  for (std::size_t at = 0; at < raw.size();) {
    const bool solid = !is_css_space(raw[at]);
    at += raw[at] == '\\' ? escaped_unit_bytes(raw, at) : 1;
    if (solid) end = at;
  }
  return raw.substr(0, end);
}

void append_css_text(std::string_view raw, const charset::Charset& charset, std::string& out) {
  const auto next_special = [raw](std::size_t i) {
    while (i < raw.size() && raw[i] != '\\' && raw[i] != '\0') ++i;
    return i < raw.size() ? i : kNotFound;
  };
  std::size_t from = 0;  // start of the bytes that need no decoding
  std::size_t at = next_special(0);
  while (at != kNotFound) {
    charset.append_utf8(raw.substr(from, at - from), out);
    if (raw[at] == '\0') {
      utf8::append(kReplacement, out);
      from = at + 1;
      at = next_special(from);
      continue;
    }
    const Escape escape = read_escape(raw, at);
    if (escape.kind == Escape::Kind::kCodePoint) utf8::append(escape.code, out);
    from = at + escape.bytes;
    const bool itself = escape.kind == Escape::Kind::kItself && raw[from] == '\\';
    at = next_special(from + (itself ? 1 : 0));
  }
  if (from < raw.size()) charset.append_utf8(raw.substr(from), out);
}

}  // namespace mimebase::find
