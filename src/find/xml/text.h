// Text and attributes' values of XML decoded, with the way back to the bytes they were written with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "charset/offset_map.h"
#include "find/finder.h"
#include "find/xml/entities.h"

namespace mimebase::find {

class XmlText {
 public:
  // Both must outlive this.
  XmlText(const Content& content, XmlEntities& entities) : content_(content), entities_(entities) {}

  // Starts anew with an attribute's value, whose references are admitted: references replaced, white space
  // made spaces (XML 1.0 section 3.3.3).
  void read_attribute(std::string_view raw);

  // Starts anew with text, of which pieces then follow in their order. What stands between them is left out.
  void start_text(std::size_t content_offset);
  void append_characters(std::string_view raw);
  void append_cdata(std::string_view raw);

  // UTF-8; lives until this is changed.
  [[nodiscard]] std::string_view text() const { return text_; }
  // `span` of text() without the white space at its ends.
  [[nodiscard]] Span trimmed(Span span) const;
  [[nodiscard]] Span trimmed() const { return trimmed({0, text_.size()}); }
  [[nodiscard]] std::string_view cut(Span span) const {
    return text_.substr(span.start, span.end - span.start);
  }
  // The bytes of the content that made `span` of text().
  [[nodiscard]] Span in_content(Span span) const;

  // How text() is written in the content.
  [[nodiscard]] QuotingPath quoting() const;
  // text() came about by `map`, from the content's bytes at `origin` on.
  [[nodiscard]] const OffsetMap& map() const { return map_; }
  [[nodiscard]] std::size_t origin() const { return origin_; }

 private:
  enum class Kind : std::uint8_t { kAttribute, kCharacters, kCData };
  void append(std::string_view raw, Kind kind);
  std::size_t append_special(std::string_view raw, Kind kind);

  const Content& content_;
  XmlEntities& entities_;
  std::string buffer_;
  std::string_view text_;
  OffsetMap map_;
  std::size_t origin_ = 0;
  std::size_t end_ = 0;  // how far the content is read
  bool is_attribute_ = false, has_characters_ = false, has_cdata_ = false, has_entities_ = false;
};

}  // namespace mimebase::find
