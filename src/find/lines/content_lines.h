// Content lines, the syntax that calendars (RFC 5545 section 3.1) and cards (RFC 6350 section 3.3, vCard 2.1)
// share: folded lines of `group.NAME;PARAM=value:value`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "find/finder.h"

namespace mimebase::find {

// One line, unfolded. All views are into the text that ContentLines keeps; those of parameters that are not
// there are empty, values are without quotes, and of two parameters of one name the first counts.
struct ContentLine {
  std::string_view name;        // without group
  std::string_view value_type;  // VALUE
  std::string_view encoding;    // ENCODING, or one that stands without it (vCard 2.1)
  std::string_view format;      // FMTTYPE
  std::string_view charset;     // CHARSET (vCard 2.1)
  std::string_view altrep, dir;
  std::string_view value;
};

// The lines of a content one after another.
class ContentLines {
 public:
  // `bytes` must outlive this. Unfolds all of them at once; where nothing is folded nothing is copied.
  explicit ContentLines(std::string_view bytes);

  // False at the end. A line without a name or a ':' is passed over.
  bool next(ContentLine& line);

  // Where something of a line stands in the unfolded text, and the way from that to the bytes.
  [[nodiscard]] std::size_t offset_of(std::string_view piece) const {
    return static_cast<std::size_t>(piece.data() - text_.data());
  }
  [[nodiscard]] const OffsetMap& map() const { return map_; }

 private:
  void unfold(std::string_view bytes, std::size_t first_fold);
  [[nodiscard]] std::size_t line_end(std::size_t start);
  bool read_parameters(std::size_t& at, std::size_t end, ContentLine& line);
  void extend_quoted_printable(std::size_t& end, ContentLine& line);

  std::string unfolded_;
  std::string_view text_;
  OffsetMap map_;
  std::size_t at_ = 0;  // of the next line
};

// What a property's value is.
enum class ValueKind : std::uint8_t {
  kPossibleUrl,  // a URL where VALUE=URI says so, or where all of it looks like one
  kUrl,
  kText,  // with URLs somewhere
  kNone,
};

// What is found in one kind of content: "calendar:" or "vcard:", and what its properties are.
struct ContentLineRules {
  std::string_view context;
  ValueKind (*kind_of)(std::string_view lower_name);
};

// Delivers, in their order: the parameters ALTREP and DIR ("calendar:altrep"), values that are URLs
// ("calendar:url"), and the URLs in texts ("calendar:description/text", with FMTTYPE=text/html
// "calendar:x-alt-desc/a@href"). Escapes (`\n`, `\,`) and quoted-printable are decoded in `reference`; spans
// are bytes of the content, folds included. What is base64 is passed over. Linear in the bytes.
void find_in_content_lines(const Content& content, const ContentLineRules& rules, Sink& sink);

}  // namespace mimebase::find
