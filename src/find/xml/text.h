// Text and attributes' values of XML decoded, with the way back to the bytes they were written with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "find/nested_sink.h"
#include "find/xml/entities.h"
#include "find/xml/tokenizer.h"

namespace mimebase::find {

class XmlText : public DecodedText {
 public:
  // Both must outlive this.
  XmlText(const Content& content, XmlEntities& entities) : content_(content), entities_(entities) {}

  // Starts anew with an attribute's value, whose references are admitted: references replaced, white space
  // made spaces (XML 1.0 section 3.3.3).
  void read_attribute(std::string_view raw);

  // Starts anew with text, of which pieces then follow in their order. What stands between them is left out.
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
  std::size_t end_ = 0;  // how far the content is read
  bool has_characters_ = false, has_cdata_ = false, has_entities_ = false;
};

// What a reader sees of the element that `ahead` stands in, up to its end or the next anchor, so that all
// anchors of a document together are read in linear time: put into `text` as collapse_text() does. `piece` is
// room.
void read_xml_link_text(XmlTokenizer ahead, XmlText& piece, std::string& text);

}  // namespace mimebase::find
