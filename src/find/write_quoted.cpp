#include <array>
#include <cstdint>

#include "find/quoting.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::find {
namespace {

// The printable ASCII characters that are written as they are: all but those of a set. Most references have
// only these.
class PlainBytes {
 public:
  explicit PlainBytes(std::string_view except) {
    for (const char c : except) stops_[static_cast<std::size_t>(c) >> 6] |= bit_of(c);
  }
  // Returns the longest prefix that has only such characters.
  [[nodiscard]] std::string_view prefix(std::string_view text) const {
    std::size_t size = 0;
    while (size < text.size() && text[size] >= ' ' && text[size] < 0x7F &&
           (stops_[static_cast<std::size_t>(text[size]) >> 6] & bit_of(text[size])) == 0)
      ++size;
    return text.substr(0, size);
  }

 private:
  static std::uint64_t bit_of(char c) { return std::uint64_t{1} << (c & 63); }

  std::array<std::uint64_t, 2> stops_ = {};  // by the bits of ASCII characters
};

// Calls `each` with every character of `text` (UTF-8): its code point and its bytes. Appends characters that
// are `plain` to `out`.
template <typename Each>
void for_each_character(std::string_view text, const PlainBytes& plain, std::string& out, Each each) {
  while (true) {
    const std::string_view prefix = plain.prefix(text);
    out += prefix;
    text.remove_prefix(prefix.size());
    if (text.empty()) return;
    const utf8::Character character = utf8::first_character(text);
    each(character.valid ? character.code_point : U'\uFFFD', text.substr(0, character.length));
    text.remove_prefix(character.length);
  }
}

bool is_ascii(char32_t code_point, std::string_view set) {
  return code_point < 0x80 && set.find(static_cast<char>(code_point)) != std::string_view::npos;
}

bool can_be_encoded(char32_t code_point, const CanEncode& can_encode) {
  return code_point < 0x80 || !can_encode || can_encode(code_point);
}

// Writes characters in `special`, and those that the charset lacks, as %XX: an equivalent URL.
std::string write_percent(std::string_view text, std::string_view special, const CanEncode& can_encode) {
  std::string out;
  for_each_character(text, PlainBytes(special), out, [&](char32_t code_point, std::string_view bytes) {
    if (is_ascii(code_point, special) || !can_be_encoded(code_point, can_encode)) {
      for (const char byte : bytes) ascii::append_percent_encoded(byte, out);
    } else {
      out += bytes;
    }
  });
  return out;
}

// Always escapes "&", which could form a character reference with the text after it.
std::string write_markup(std::string_view text, std::string_view special, const CanEncode& can_encode) {
  std::string out;
  const PlainBytes plain(std::string(special) + '&');
  for_each_character(text, plain, out, [&](char32_t code_point, std::string_view bytes) {
    if (code_point == '&') {
      out += "&amp;";
    } else if (is_ascii(code_point, special) || !can_be_encoded(code_point, can_encode)) {
      out.append("&#").append(std::to_string(static_cast<unsigned long>(code_point))).append(";");
    } else {
      out += bytes;
    }
  });
  return out;
}

// CSS Syntax section 4.3.7: a backslash, the number, and a space that ends it. "<" is escaped because
// "</style" would end a surrounding style element.
std::string write_css(std::string_view text, std::string_view special, const CanEncode& can_encode) {
  std::string out;
  const PlainBytes plain(std::string(special) + "<\\");
  for_each_character(text, plain, out, [&](char32_t code_point, std::string_view bytes) {
    const bool is_control = code_point < 0x20 || code_point == 0x7F;
    if (is_control || is_ascii(code_point, "<\\") || is_ascii(code_point, special) ||
        !can_be_encoded(code_point, can_encode)) {
      out += '\\';
      for (int shift = 20; shift >= 0; shift -= 4) {
        if (code_point >> shift != 0) out += ascii::kLowerHexDigits[code_point >> shift & 0xF];
      }
      out += ' ';
    } else {
      out += bytes;
    }
  });
  return out;
}

// RFC 8259 section 7. "<" is escaped because "</script" would end a surrounding script element.
std::string write_json(std::string_view text, const CanEncode& can_encode) {
  std::string out;
  const auto append_unit = [&out](char32_t unit) {
    out += "\\u";
    ascii::append_hex(static_cast<unsigned char>(unit >> 8), ascii::kLowerHexDigits, out);
    ascii::append_hex(static_cast<unsigned char>(unit & 0xFF), ascii::kLowerHexDigits, out);
  };
  const PlainBytes plain("\"\\<");
  for_each_character(text, plain, out, [&](char32_t code_point, std::string_view bytes) {
    if (is_ascii(code_point, "\"\\")) {
      out.append("\\").append(bytes);
    } else if (code_point >= 0x20 && code_point != '<' && can_be_encoded(code_point, can_encode)) {
      out += bytes;
    } else if (code_point < 0x10000) {
      append_unit(code_point);
    } else {
      append_unit(0xD800 + ((code_point - 0x10000) >> 10));
      append_unit(0xDC00 + ((code_point - 0x10000) & 0x3FF));
    }
  });
  return out;
}

std::string write_cdata(std::string_view text) {
  std::string out(text);
  for (std::size_t at = 0; (at = out.find("]]>", at)) != std::string::npos;) out.replace(at, 3, "]]%3E");
  return out;
}

// RFC 5545 section 3.3.11.
std::string write_backslashed(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (contains(special, c)) out += '\\';
    out += c;
  }
  return out;
}

// RFC 2047: plain if possible, else encoded words of at most 75 bytes and of whole characters.
std::string write_encoded_words(std::string_view text) {
  if (ascii::is_ascii(text) && !contains(text, "=?")) return std::string(text);
  constexpr std::size_t kMaxBytes = 45;  // 60 characters of base64
  std::string out;
  while (!text.empty()) {
    const std::string_view word = utf8::prefix(text, kMaxBytes);
    text.remove_prefix(word.size());
    out.append(out.empty() ? "" : " ").append("=?utf-8?B?").append(base64(word)).append("?=");
  }
  return out;
}

// RFC 2047 section 5 (3): the characters that a word in a display name may have stand for themselves. Others
// than ASCII depend on the charset of the word.
std::string write_q_word(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (ascii::is_alnum(c) || contains("!*+-/", c)) {
      out += c;
    } else {
      out += '=';
      ascii::append_hex(static_cast<unsigned char>(c), ascii::kHexDigits, out);
    }
  }
  return out;
}

// RFC 2231 section 4: everything except attribute-char is escaped.
std::string write_extended(std::string_view text) {
  return "utf-8''" + ascii::percent_encoded(
                         text, [](char c) { return !ascii::is_alnum(c) && !contains("!#$&+-.^_`{|}~", c); });
}

constexpr std::string_view kParameterWhiteSpace = " \t\r\n\f";

// Returns whether every character can be written in ASCII.
bool has_escapes(Quoting quoting) {
  switch (quoting) {
    case Quoting::kHtmlDouble:
    case Quoting::kHtmlSingle:
    case Quoting::kHtmlBare:
    case Quoting::kHtmlText:
    case Quoting::kXmlDouble:
    case Quoting::kXmlSingle:
    case Quoting::kXmlText:
    case Quoting::kCssDouble:
    case Quoting::kCssSingle:
    case Quoting::kCssUrl:
    case Quoting::kEncodedWords:
    case Quoting::kQWord:
    case Quoting::kExtended:
    case Quoting::kJson:
      return true;
    default:
      return false;
  }
}

std::string write_one(Quoting quoting, std::string_view text, const CanEncode& can_encode) {
  switch (quoting) {
    case Quoting::kHtmlDouble:
      return write_markup(text, "\"\r", can_encode);
    case Quoting::kHtmlSingle:
      return write_markup(text, "'\r", can_encode);
    case Quoting::kHtmlBare:
      return write_markup(text, " \t\r\n\f\"'`<>", can_encode);
    case Quoting::kHtmlText:
      return write_markup(text, "<>\r", can_encode);
    case Quoting::kXmlDouble:
      return write_markup(text, "\"<\t\r\n", can_encode);
    case Quoting::kXmlSingle:
      return write_markup(text, "'<\t\r\n", can_encode);
    case Quoting::kXmlText:
      return write_markup(text, "<>\r", can_encode);
    case Quoting::kXmlCData:
      return write_cdata(text);
    case Quoting::kCssDouble:
      return write_css(text, "\"", can_encode);
    case Quoting::kCssSingle:
      return write_css(text, "'", can_encode);
    case Quoting::kCssUrl:
      return write_css(text, " \"'()", can_encode);
    case Quoting::kSpaced:
    case Quoting::kDelimited:
      return write_percent(text, " \t\r\n<>", {});
    case Quoting::kEscapedLine:
      return write_backslashed(text, "\\,;");
    case Quoting::kEncodedWords:
      return write_encoded_words(text);
    case Quoting::kQWord:
      return write_q_word(write_percent(text, "", [](char32_t code_point) { return code_point < 0x80; }));
    case Quoting::kParameter:
      return write_backslashed(write_percent(text, kParameterWhiteSpace, {}), "\\\"");
    case Quoting::kExtended:
      return write_extended(text);
    case Quoting::kJson:
      return write_json(text, can_encode);
    case Quoting::kFolded:
    case Quoting::kFlowed:
    case Quoting::kFoldedLine:
    case Quoting::kOpaque:
      break;
  }
  return std::string(text);
}

}  // namespace

std::optional<std::string> write_quoted(const QuotingPath& path, std::string_view text,
                                        const CanEncode& can_encode) {
  if (path.is_opaque()) return std::nullopt;
  int escaping = 0;  // the innermost level that has escapes
  while (escaping < path.size() && !has_escapes(path.at(escaping))) ++escaping;
  std::string value = escaping < path.size() ? std::string(text) : write_percent(text, "", can_encode);
  for (int level = 0; level < path.size(); ++level)
    value = write_one(path.at(level), value, level == escaping ? can_encode : CanEncode());
  return value;
}

}  // namespace mimebase::find
