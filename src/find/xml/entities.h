// The general entities that an XML document declares in its internal subset (XML 1.0 sections 4.2 to 4.6).
// Nothing outside the document is ever read, and what references expand to is bounded.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "charset/charset.h"
#include "mimebase/limits.h"

namespace mimebase::find {

enum class XmlPlace : std::uint8_t { kAttribute, kText };

class XmlEntities {
 public:
  // The charset is that of the document, and must outlive this. The references of a document expand to
  // `xml_entity_bytes` in total, and are at most `xml_entity_levels` deep.
  XmlEntities(const charset::Charset& charset, const Limits& limits)
      : charset_(charset),
        max_bytes_(limits.xml_entity_bytes),
        max_levels_(static_cast<int>(std::min(limits.xml_entity_levels, kMostLevels))) {}

  // True if a reference came to nothing because of a limit.
  [[nodiscard]] bool limit_hit() const { return limit_hit_; }

  // Reads a document type declaration (what stands between "<!" and ">"; the views taken must outlive this).
  // False where it is not well-formed.
  [[nodiscard]] bool declare(std::string_view doctype);

  // True if the references in `raw` are well-formed and may stand there: they are declared, and in an
  // attribute's value also have no markup in them, do not contain themselves, and stay within the limits,
  // towards which they then count. Entities of HTML need no declaration. What is undeclared passes where the
  // declaration may be in what is not read: an external subset, a parameter entity.
  [[nodiscard]] bool admit(std::string_view raw, XmlPlace place);

  // Appends what the entity stands for, as UTF-8. `reference` is all of "&name;". In an attribute, admit()
  // has seen it. In text, it counts towards the limits here, and an entity that is beyond them or is no mere
  // text gives nothing.
  void append(std::string_view reference, XmlPlace place, std::string& out);

 private:
  class DoctypeReader;

  static constexpr std::uint64_t kMostLevels = 100;  // each is a call within a call

  enum class State : std::uint8_t { kUnmeasured, kMeasuring, kUsable, kUnusable };
  struct Entity {
    std::string text;  // the replacement text, UTF-8
    bool external = false;
    State state = State::kUnmeasured;
    std::size_t cost = 0;  // bytes and references that it expands to
    int levels = 1;        // itself, and the entities inside it
  };

  [[nodiscard]] const Entity* measured(std::string_view name, int level);
  void measure(Entity& entity, int level);
  [[nodiscard]] bool spend(const Entity& entity);
  [[nodiscard]] bool admit_reference(std::string_view reference, XmlPlace place);
  void expand(const Entity& entity, XmlPlace place, std::string& out) const;

  const charset::Charset& charset_;
  std::map<std::string_view, Entity> entities_;
  bool has_unread_declarations_ = false;
  std::size_t max_bytes_;
  int max_levels_;
  std::size_t expanded_bytes_ = 0;
  bool limit_hit_ = false;
};

}  // namespace mimebase::find
