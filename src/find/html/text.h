// Converts the tokenizer's views to text: decodes character references, normalizes newlines and NULs as
// in the HTML Standard, and converts the charset to UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "charset/charset.h"
#include "find/finder.h"

namespace mimebase::find {

// The context of a character reference, which decides whether it may omit the semicolon. In an attribute,
// `&copy=` and `&copyx` are not references, so that query strings survive.
enum class ReferencePlace { kText, kAttribute };

// A character reference such as `&amp;` or `&#x20;` (HTML Standard, 13.2.5.72 to 13.2.5.80).
struct CharacterReference {
  std::size_t length = 0;  // in bytes, including "&" and ";"; 0: not a reference
  char32_t first = 0;
  char32_t second = 0;  // 0, except for the few names that stand for two code points
};

// Reads the reference at the start of `bytes`; `bytes.front()` is the "&", and `bytes` ends where the
// attribute value or text ends. The longest matching name wins.
[[nodiscard]] CharacterReference character_reference(std::string_view bytes, ReferencePlace place);

// Appends the one or two code points of the reference as UTF-8.
void append_character_reference(const CharacterReference& reference, std::string& out);

// The kind of raw bytes, which decides how they are decoded.
enum class HtmlTextKind : std::uint8_t {
  kAttribute,  // references by the rules for attributes; NUL becomes U+FFFD
  kData,       // references; NUL stays
  kRcdata,     // references; NUL becomes U+FFFD
  kRaw,        // no references; NUL becomes U+FFFD: raw text, scripts, comments, names
  kCData,      // no references; NUL stays
};

// Decodes raw bytes piece by piece, for callers that need only the beginning.
class HtmlDecoder {
 public:
  // Starts at the offset `start` of `raw`. `raw` and `charset` must outlive the decoder.
  HtmlDecoder(std::string_view raw, const charset::Charset& charset, HtmlTextKind kind, std::size_t start = 0)
      : raw_(raw), charset_(charset), kind_(kind), pos_(start) {}

  [[nodiscard]] bool done() const { return pos_ == raw_.size(); }
  // Decodes the next character reference or run of bytes. Appends the text to `out` as UTF-8 and, if
  // `map` is not null, records the source bytes. A run has at most `max_run` bytes, even if that splits a
  // character.
  void step(std::string& out, OffsetMap* map, std::size_t max_run = std::string_view::npos);

 private:
  [[nodiscard]] bool is_special(char c) const;
  void reference(std::string& out);
  void newline(std::string& out);
  void copy_ascii(std::string& out, std::size_t max_run);
  void convert(std::string& out, std::size_t max_run);

  std::string_view raw_;
  const charset::Charset& charset_;
  HtmlTextKind kind_;
  std::size_t pos_;
};

// Appends all of `raw` to `out` as UTF-8. The map translates offsets between `raw` and `out`.
void append_html_text(std::string_view raw, const charset::Charset& charset, HtmlTextKind kind,
                      std::string& out, OffsetMap* map = nullptr);

// Returns an attribute's value as UTF-8: `raw` itself if it needs no decoding, else a view of `buffer`.
// Overwrites `buffer` and `map`.
[[nodiscard]] std::string_view html_attribute_value(std::string_view raw, const charset::Charset& charset,
                                                    std::string& buffer, OffsetMap* map = nullptr);

}  // namespace mimebase::find
