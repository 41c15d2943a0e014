// Decoded XML text and attribute values, with a map back to the original bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "find/nested_sink.h"
#include "find/xml/entities.h"
#include "find/xml/tokenizer.h"

namespace mimebase::find {

// Decodes the text and attribute values of an XML document.
class XmlText : public DecodedText {
 public:
  // Both arguments must outlive this object.
  XmlText(const Content& content, XmlEntities& entities) : content_(content), entities_(entities) {}

  // Starts again with an attribute value whose references were admitted. Replaces the references and
  // normalizes white space to spaces (XML 1.0 section 3.3.3).
  void read_attribute(std::string_view raw);

  // Starts again with text, whose pieces are then appended in document order. Content between the pieces
  // is skipped.
  void start_text(std::size_t content_offset);
  void append_cdata(std::string_view raw) { append(raw, Kind::kCData); }
  void append(const XmlToken& token) {
    append(token.data, token.kind == XmlTokenKind::kCData ? Kind::kCData : Kind::kCharacters);
  }

 private:
  enum class Kind : std::uint8_t { kAttribute, kCharacters, kCData };
  void append(std::string_view raw, Kind kind);
  std::size_t append_special(std::string_view raw, Kind kind);

  const Content& content_;
  XmlEntities& entities_;
  std::size_t end_ = 0;  // the end of the content read so far
  bool has_characters_ = false, has_cdata_ = false, has_entities_ = false;
};

// Writes the visible text of the link whose start tag `ahead` has just returned to `text`, in the form of
// collapse_text(). Reads up to the end of the element or the next anchor, so that all anchors of a
// document together take linear time. `piece` is a reusable buffer.
void read_xml_link_text(XmlTokenizer ahead, XmlText& piece, std::string& text);

}  // namespace mimebase::find
