// How a reference is written in what stands around it: which escapes count there, and which bytes would end
// it. A reference may stand in several languages at once: CSS in an attribute of a document in an attribute.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::find {

enum class Quoting : std::uint8_t {
  kHtmlDouble = 1,  // an attribute's value in "..."
  kHtmlSingle,      // in '...'
  kHtmlBare,        // without quotes
  kHtmlText,        // text with character references
  kXmlDouble,       // as the first two, in XML
  kXmlSingle,
  kXmlText,
  kXmlCData,
  kCssDouble,  // a string, or the quoted argument of url()
  kCssSingle,
  kCssUrl,        // the bare argument of url()
  kFolded,        // of a header field: a line break and the white space around it are none of it
  kSpaced,        // white space within is none of it, as in the `<URL: >` of a field
  kDelimited,     // as that, in text, where the quote marks of replies are none of it either
  kFlowed,        // lines broken by RFC 3676 with DelSp=yes
  kFoldedLine,    // a content line (RFC 5545 section 3.1), which may be folded anywhere
  kEscapedLine,   // a value of one, with backslashes before ",", ";", ":" and itself (section 3.3.11)
  kEncodedWords,  // of a header field: RFC 2047
  kParameter,     // of a parameter: with backslashes or encoded words, and white space is none of it
  kExtended,      // of a parameter by RFC 2231 section 4, with charset and language; white space as above
  kOpaque,        // encoded so that its bytes stand nowhere of their own: base64, uuencode, own entities
};

// Of a reference from the inside out: CSS, then the attribute that the CSS stands in. Nothing: it is written
// as it is.
class QuotingPath {
 public:
  QuotingPath() = default;
  QuotingPath(Quoting one) { wrap(one); }  // NOLINT: a path of one
  // The whole stands in something else. Beyond kMostLevels all of it counts as kOpaque.
  void wrap(Quoting outer);
  void wrap(const QuotingPath& outer);
  [[nodiscard]] int size() const { return size_; }
  // The `level`th from the inside.
  [[nodiscard]] Quoting at(int level) const { return levels_[static_cast<std::size_t>(level)]; }
  [[nodiscard]] bool is_opaque() const { return is_opaque_; }

 private:
  static constexpr std::uint8_t kMostLevels = 14;

  std::array<Quoting, kMostLevels> levels_ = {};
  std::uint8_t size_ = 0;
  bool is_opaque_ = false;
};

// The quotes that stand around a value of which the first byte is `value.data()`; `before` is where what can
// be looked at begins.
[[nodiscard]] Quoting html_quoting(std::string_view value, const char* before);
[[nodiscard]] Quoting css_quoting(std::string_view value, const char* before);

// What `written`, UTF-8, stands for: reads it as the path says, from the outside in. Nothing where the path
// is opaque.
[[nodiscard]] std::optional<std::string> read_quoted(const QuotingPath& path, std::string_view written);

// Whether the charset that something is written in has a character; without a function it has all.
using CanSay = std::function<bool(char32_t code_point)>;

// The inverse: `text`, UTF-8, with the escapes that its place needs, as UTF-8 again. read_quoted() gives it
// back, but for what cannot stand there at all and is percent-encoded: white space where that is none of a
// value, a delimiter, and where nothing has escapes what cannot be said. Lines are as long as they come.
// Nothing where the path is opaque.
[[nodiscard]] std::optional<std::string> write_quoted(const QuotingPath& path, std::string_view text,
                                                      const CanSay& can_say = {});

}  // namespace mimebase::find
