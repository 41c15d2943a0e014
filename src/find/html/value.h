// An attribute's value decoded, and the URLs that are cut out of it with the bytes that they were written
// with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "charset/offset_map.h"
#include "find/finder.h"

namespace mimebase::find {

// A URL out of an attribute.
struct HtmlReference {
  std::string_view text;  // UTF-8, without the white space around it
  Span span;              // in the content
};

// Decodes one value after another. What it gives is in `buffer`, until the next call, or in the content.
class HtmlValue {
 public:
  // Both must outlive this; the raw values are views into the content.
  HtmlValue(const Content& content, std::string& buffer) : content_(content), buffer_(buffer) {}

  // For values that are one URL each.
  HtmlReference decode_url(std::string_view raw);

  // For values that hold URLs somewhere: all of the value as UTF-8. The others speak of what this gave last.
  std::string_view decode(std::string_view raw);
  [[nodiscard]] HtmlReference part(Span span) const;
  // Leads from the decoded value to the raw one, and that begins at raw_start() in the content.
  [[nodiscard]] const OffsetMap& map() const { return map_; }
  [[nodiscard]] std::size_t raw_start() const { return raw_start_; }

 private:
  [[nodiscard]] Span span_of(std::string_view raw) const;

  const Content& content_;
  std::string& buffer_;
  std::string_view text_;
  OffsetMap map_;
  std::size_t raw_start_ = 0;
};

}  // namespace mimebase::find
