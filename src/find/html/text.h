// The tokenizer's views made into text: character references decoded, newlines and NULs as the HTML Standard
// has them, the charset converted to UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "charset/charset.h"
#include "find/finder.h"

namespace mimebase::find {

// Where a reference stands decides whether one without a semicolon counts: in an attribute `&copy=` and
// `&copyx` stay as they are, so that query strings survive.
enum class ReferencePlace { kText, kAttribute };

// `&amp;`, `&#x20;`: the HTML Standard, sections 13.2.5.72 to 13.2.5.80.
struct CharacterReference {
  std::size_t length = 0;  // bytes of the reference, "&" and ";" included; 0: there is none
  char32_t first = 0;
  char32_t second = 0;  // 0, but for the few names that stand for two code points
};

// The reference that `bytes` begin with; `bytes.front()` is the "&", and the end of `bytes` is the end of the
// attribute value or text. Names match as long as they can.
[[nodiscard]] CharacterReference character_reference(std::string_view bytes, ReferencePlace place);

// Appends the reference's one or two code points as UTF-8.
void append_character_reference(const CharacterReference& reference, std::string& out);

// What the raw bytes are, which decides what stands for something else in them.
enum class HtmlTextKind : std::uint8_t {
  kAttribute,  // references by the rule for attributes; NUL is U+FFFD
  kData,       // references; NUL stays
  kRcdata,     // references; NUL is U+FFFD
  kRaw,        // no references; NUL is U+FFFD: raw text, scripts, comments, names
  kCData,      // no references; NUL stays
};

// Decodes raw bytes piece by piece, for those who need the beginning only.
class HtmlDecoder {
 public:
  // `raw` and `charset` must outlive the decoder.
  HtmlDecoder(std::string_view raw, const charset::Charset& charset, HtmlTextKind kind)
      : raw_(raw), charset_(charset), kind_(kind) {}

  [[nodiscard]] bool done() const { return pos_ == raw_.size(); }
  // Appends, as UTF-8, what the next character reference or run of bytes stands for, and to `map`, if not
  // null, which bytes made it. A run is not longer than `max_run` bytes, be it that a character is torn
  // there.
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
  std::size_t pos_ = 0;
};

// Appends all of `raw` to `out` as UTF-8. The map speaks of offsets in `raw` and in `out`.
void append_html_text(std::string_view raw, const charset::Charset& charset, HtmlTextKind kind,
                      std::string& out, OffsetMap* map = nullptr);

// An attribute's value as UTF-8: `raw` itself where nothing in it stands for anything else, else in `buffer`,
// which is overwritten, as is `map`.
[[nodiscard]] std::string_view html_attribute_value(std::string_view raw, const charset::Charset& charset,
                                                    std::string& buffer, OffsetMap* map = nullptr);

}  // namespace mimebase::find
