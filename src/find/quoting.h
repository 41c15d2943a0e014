// How a reference is quoted where it is written: which escapes apply, and which bytes would end it.
// Languages nest: CSS in an attribute of a document in an attribute has three levels.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::find {

enum class Quoting : std::uint8_t {
  kHtmlDouble = 1,  // an attribute value in "..."
  kHtmlSingle,      // an attribute value in '...'
  kHtmlBare,        // an unquoted attribute value
  kHtmlText,        // text with character references
  kXmlDouble,       // an XML attribute value in "..."
  kXmlSingle,
  kXmlText,
  kXmlCData,
  kCssDouble,  // a string, or the quoted argument of url()
  kCssSingle,
  kCssUrl,        // the bare argument of url()
  kFolded,        // a header field; a line break and the white space around it are dropped
  kSpaced,        // white space inside is dropped, as in the `<URL: >` of a field
  kDelimited,     // the same in text; the quote marks of replies are dropped too
  kFlowed,        // lines broken by RFC 3676 with DelSp=yes
  kFoldedLine,    // a content line (RFC 5545 section 3.1), which may be folded anywhere
  kEscapedLine,   // a value in a content line, with backslashes before ",", ";", ":" and "\" (section 3.3.11)
  kEncodedWords,  // a header field with RFC 2047 encoded words
  kQWord,         // in the text of one encoded word in Q encoding (RFC 2047 section 4.2)
  kParameter,     // a parameter, with backslashes or encoded words; white space is dropped
  kExtended,      // a parameter in RFC 2231 section 4 form, with charset and language; white space is dropped
  kJson,          // a JSON string
  kOpaque,  // encoded as a whole, so its characters have no bytes of their own: base64, uuencode, declared
            // entities
};

// The quoting levels of a reference, from the inside out: for example CSS, then the attribute that
// contains the CSS. An empty path means that the reference is written as is.
class QuotingPath {
 public:
  QuotingPath() = default;
  QuotingPath(Quoting one) { wrap(one); }  // NOLINT: a path of one
  // Adds an enclosing level. A path of more than kMaxLevels becomes opaque.
  MIMEBASE_FOR_ARCHIVE void wrap(Quoting outer);
  void wrap(const QuotingPath& outer);
  [[nodiscard]] int size() const { return size_; }
  // The level at this index, counted from the innermost.
  [[nodiscard]] Quoting at(int level) const { return levels_[static_cast<std::size_t>(level)]; }
  [[nodiscard]] bool is_opaque() const { return is_opaque_; }

 private:
  static constexpr std::uint8_t kMaxLevels = 14;

  std::array<Quoting, kMaxLevels> levels_ = {};
  std::uint8_t size_ = 0;
  bool is_opaque_ = false;
};

// Detects the quotes around a value whose first byte is `value.data()`, by the bytes before it. `before`
// is the first byte that may be read. kOpaque if an attribute of HTML has no value.
[[nodiscard]] Quoting html_quoting(std::string_view value, const char* before);
[[nodiscard]] Quoting css_quoting(std::string_view value, const char* before);

// Decodes `written` (UTF-8) through all levels of the path, from the outside in. Returns nothing if the
// path is opaque.
[[nodiscard]] std::optional<std::string> read_quoted(const QuotingPath& path, std::string_view written);

// Returns true if the charset can represent a character. An empty function means that it can represent
// all.
using CanEncode = std::function<bool(char32_t code_point)>;

// The inverse of read_quoted(): returns `text` (UTF-8) with the escapes that its place needs, as UTF-8.
// read_quoted() returns `text` again, except for characters that the place cannot hold. These are
// percent-encoded: delimiters, white space where it would be dropped, and, if no level has escapes,
// characters that the charset lacks. Lines are not broken. Returns nothing if the path is opaque.
[[nodiscard]] std::optional<std::string> write_quoted(const QuotingPath& path, std::string_view text,
                                                      const CanEncode& can_encode = {});

}  // namespace mimebase::find
