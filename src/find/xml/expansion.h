// An XML document with what its internal subset adds to it written out: the elements in the text of declared
// entities, and the defaults of attributes. Browsers show both.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "find/nested_sink.h"
#include "find/xml/entities.h"
#include "find/xml/tokenizer.h"

namespace mimebase::find {

// Entities without elements in them are left as they are written. What is added is bounded by the limits on
// entities; beyond them, references and start tags are left unchanged too.
class XmlExpansion {
 public:
  // `content` must outlive this object.
  explicit XmlExpansion(const Content& content);

  // False if the document declares nothing of the kind, which costs only the reading of its prolog.
  [[nodiscard]] bool is_needed() const { return !added_.empty() || limit_hit(); }
  [[nodiscard]] bool limit_hit() const { return limit_hit_; }
  // The expanded document, in the charset of the original, and the map back to it. What was added comes from
  // the reference as a whole, or from the "<" and the name of the element.
  [[nodiscard]] Content content() const { return {expanded_, content_.charset, content_.limits}; }
  [[nodiscard]] const OffsetMap& map() const { return map_; }
  // True if any byte of this range of the expanded document was added.
  [[nodiscard]] bool is_added(Span span) const;

 private:
  void expand(XmlTokenizer tokenizer);
  void expand_text(std::string_view text, int level, bool is_document);
  void append_entity(const XmlEntities::Entity& entity, int level);
  void append_start_tag(const XmlToken& token, bool is_document);
  void append_text(std::string_view text, bool is_document);
  [[nodiscard]] bool holds_elements(XmlEntities::Entity& entity, int level);
  [[nodiscard]] bool may_add(std::size_t bytes);
  void copy_to(std::string_view end);
  void added(Span in, std::size_t out_start);

  const Content& content_;
  XmlEntities entities_;
  std::string expanded_;
  OffsetMap map_;
  std::vector<Span> added_;  // in the expanded document, in order
  std::size_t copied_ = 0;   // end of the content that is in the expanded document
  std::size_t left_;         // bytes that may still be added
  bool limit_hit_ = false;
};

// Reports what is found in the expanded document as references of the original.
class ExpansionSink final : public NestedSink {
 public:
  ExpansionSink(const XmlExpansion& expansion, Sink& outer)
      : NestedSink({.map = &expansion.map()}, outer), expansion_(expansion) {}
  void found(const Found& found) override;

 private:
  const XmlExpansion& expansion_;
};

}  // namespace mimebase::find
