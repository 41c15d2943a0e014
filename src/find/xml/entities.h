// The general entities that an XML document declares in its internal subset (XML 1.0 sections 4.2 to
// 4.6). Nothing outside the document is ever read, and the total expansion is bounded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "find/xml/tokenizer.h"
#include "mimebase/limits.h"

namespace mimebase::find {

// The context of a reference, which decides how it is expanded.
enum class XmlPlace : std::uint8_t { kAttribute, kText };

// Stores the entities of a document, checks references to them, and expands them within the limits.
class XmlEntities {
 public:
  // `charset` is that of the document and must outlive this object. In a document, references expand to
  // at most `xml_entity_bytes` in total and nest at most `xml_entity_levels` deep.
  XmlEntities(const charset::Charset& charset, const Limits& limits)
      : charset_(charset),
        max_bytes_(limits.xml_entity_bytes),
        max_levels_(static_cast<int>(std::min(limits.xml_entity_levels, kMaxLevels))) {}

  // True if a reference was not expanded because of a limit.
  [[nodiscard]] bool limit_hit() const { return limit_hit_; }

  // Reads a document type declaration (the text between "<!" and ">", which must outlive this object).
  // Returns false if it is not well-formed.
  [[nodiscard]] bool declare(std::string_view doctype);

  // Returns true if the references in `raw` are well-formed and declared. In an attribute value they must
  // also expand to no markup, not contain themselves and stay within the limits, to which they are then
  // charged. HTML entities need no declaration. An undeclared entity is accepted if it may be declared in
  // a part that is not read: an external subset or a parameter entity.
  [[nodiscard]] bool admit(std::string_view raw, XmlPlace place);

  // Appends the replacement of `reference` (the complete "&name;") as UTF-8. In an attribute, admit()
  // must have accepted it. In text, it is charged to the limits here, and an entity that exceeds them or
  // contains markup appends nothing.
  void append(std::string_view reference, XmlPlace place, std::string& out);

  enum class State : std::uint8_t { kUnmeasured, kMeasuring, kUsable, kUnusable };
  // Whether an entity holds elements. kLoop: it contains itself, or one that does; also while it is decided.
  enum class Elements : std::uint8_t { kUnknown, kNo, kYes, kLoop };
  struct Entity {
    std::string text;         // the replacement text, UTF-8
    bool has_markup = false;  // the text contains "<"
    bool external = false;
    State state = State::kUnmeasured;
    std::size_t cost = 0;                    // bytes and references in its expansion
    int levels = 1;                          // this entity and those nested in it
    Elements elements = Elements::kUnknown;  // for XmlExpansion
  };
  // The declared entity with this name, or null.
  [[nodiscard]] Entity* find(std::string_view name);
  // The attributes of an element that have a declared default value, as written between its quotes.
  [[nodiscard]] const std::vector<XmlAttribute>& defaults(std::string_view element) const;

 private:
  class DoctypeReader;

  static constexpr std::uint64_t kMaxLevels = 100;  // each level is a nested call

  [[nodiscard]] const Entity* measured(std::string_view name, int level);
  void measure(Entity& entity, int level);
  [[nodiscard]] bool spend(const Entity& entity);
  [[nodiscard]] bool admit_reference(std::string_view reference, XmlPlace place);
  void expand(const Entity& entity, XmlPlace place, std::string& out) const;

  const charset::Charset& charset_;
  std::map<std::string_view, Entity> entities_;
  std::map<std::string_view, std::vector<XmlAttribute>> defaults_;          // by element
  std::set<std::pair<std::string_view, std::string_view>> known_defaults_;  // elements and attributes
  std::map<std::string_view, std::string> parameters_;                      // internal parameter entities
  std::size_t parameter_bytes_ = 0;                                         // of the references to them
  bool has_unread_declarations_ = false;
  std::size_t max_bytes_;
  int max_levels_;
  std::size_t expanded_bytes_ = 0;
  bool limit_hit_ = false;
};

}  // namespace mimebase::find
