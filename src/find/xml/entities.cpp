#include "find/xml/entities.h"

#include <algorithm>

#include "find/html/text.h"
#include "find/xml/tokenizer.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::find {
namespace {

// Returns the HTML entity named by `reference` ("&nbsp;" and others). XHTML declares these in a DTD that
// is never read, and feeds use them undeclared.
CharacterReference html_entity(std::string_view reference) {
  const CharacterReference found = character_reference(reference, ReferencePlace::kText);
  return found.length == reference.size() ? found : CharacterReference();
}

std::string_view entity_name(std::string_view reference) {
  return reference.substr(1, reference.size() - 2);
}

// Returns the position of the next "&" from `pos` on, or the end.
std::size_t next_reference(std::string_view bytes, std::size_t pos) {
  const std::size_t at = bytes.find('&', pos);
  return at != bytes.npos ? at : bytes.size();
}

}  // namespace

// Reads a document type declaration. Each method returns whether it found what it expected.
class XmlEntities::DoctypeReader {
 public:
  DoctypeReader(std::string_view doctype, XmlEntities& entities, int level = 0)
      : rest_(doctype), entities_(entities), level_(level) {}

  bool read() {
    if (!take("DOCTYPE") || !space() || name().empty()) return false;
    space();
    if (at("SYSTEM") || at("PUBLIC")) {
      if (!external_id()) return false;
      entities_.has_unread_declarations_ = true;
      space();
    }
    if (take("[") && !internal_subset()) return false;
    space();
    return rest_.empty();
  }

 private:
  bool internal_subset() {
    while (true) {
      space();
      if (take("]")) return true;
      if (!declaration()) return false;
    }
  }

  bool declaration() {
    if (at("<!--")) return skip_behind("-->", 4);
    if (at("<?")) return skip_behind("?>", 2);
    if (at("%")) return parameter_reference();
    if (take("<!ENTITY")) return entity();
    if (take("<!ATTLIST")) return attributes();
    return (take("<!ELEMENT") || take("<!NOTATION")) && skip_declaration();
  }

  // Section 5.1: after a parameter entity that is not read, no declarations are processed.
  bool parameter_reference() {
    take("%");
    const std::string_view parameter = name();
    if (parameter.empty() || !take(";")) return false;
    const auto found = entities_.parameters_.find(parameter);
    if (!ignore_ && found != entities_.parameters_.end() && may_read(found->second)) {
      DoctypeReader inner(found->second, entities_, level_ + 1);
      if (!inner.declarations()) return false;
      ignore_ = inner.ignore_;
      return true;
    }
    entities_.has_unread_declarations_ = true;
    ignore_ = true;
    return true;
  }

  // The text of a parameter entity is read again for each reference, so each is charged.
  bool may_read(std::string_view text) {
    const std::size_t cost = 1 + text.size();
    const bool is_within =
        level_ < entities_.max_levels_ && cost <= entities_.max_bytes_ - entities_.parameter_bytes_;
    if (is_within) entities_.parameter_bytes_ += cost;
    entities_.limit_hit_ = entities_.limit_hit_ || !is_within;
    return is_within;
  }

  // The declarations in a parameter entity.
  bool declarations() {
    while (true) {
      space();
      if (rest_.empty()) return true;
      if (!declaration()) return false;
    }
  }

  // Section 3.3: `element (name type default)*`. The first declaration of an attribute counts.
  bool attributes() {
    if (!space()) return false;
    const std::string_view element = name();
    if (element.empty()) return false;
    while (true) {
      space();
      if (take(">")) return true;
      XmlAttribute attribute{name(), {}};
      if (attribute.name.empty() || !space() || !attribute_type() || !space()) return skip_declaration();
      if (take("#REQUIRED") || take("#IMPLIED")) continue;
      if (take("#FIXED")) space();
      if (!literal(attribute.value)) return skip_declaration();
      if (ignore_ || contains(attribute.value, '<')) continue;
      if (entities_.known_defaults_.emplace(element, attribute.name).second)
        entities_.defaults_[element].push_back(attribute);
    }
  }

  // "CDATA", "(a|b)", "NOTATION (a|b)" and so on.
  bool attribute_type() {
    if (take("NOTATION")) space();
    if (take("(")) return skip_behind(")", 0);
    return !name().empty();
  }

  bool entity() {
    if (!space()) return false;
    const bool is_parameter = take("%");
    if (is_parameter && !space()) return false;
    const std::string_view entity_name = name();
    if (entity_name.empty() || !space()) return false;
    Entity entity;
    if (at("SYSTEM") || at("PUBLIC")) {
      entity.external = true;
      if (!external_id() || !skip_declaration()) return false;
    } else {
      std::string_view value;
      if (!literal(value) || !replacement_text(value, entity.text)) return false;
      entity.has_markup = contains(entity.text, '<');
      space();
      if (!take(">")) return false;
    }
    if (ignore_) return true;
    if (!is_parameter) {
      entities_.entities_.try_emplace(entity_name, std::move(entity));
    } else if (!entity.external) {
      entities_.parameters_.try_emplace(entity_name, std::move(entity.text));
    }
    return true;
  }

  // Section 4.5: character references are replaced in the declaration, other references are kept.
  // Parameter entities may not occur here.
  bool replacement_text(std::string_view value, std::string& text) const {
    for (std::size_t i = 0; i < value.size();) {
      const std::size_t special = std::min(value.find_first_of("&%\r", i), value.size());
      if (special > i) append_utf8(value.substr(i, special - i), text);
      i = special;
      if (i == value.size()) break;
      if (value[i] == '%') return false;
      if (value[i] == '\r') {
        if (value.substr(i + 1, 1) != "\n") text += '\n';
        ++i;
        continue;
      }
      const XmlReference reference = xml_reference(value.substr(i));
      if (reference.length == 0) return false;
      if (value[i + 1] == '#') {
        utf8::append(reference.code_point, text);
      } else {
        text.append(value, i, reference.length);
      }
      i += reference.length;
    }
    return true;
  }

  void append_utf8(std::string_view bytes, std::string& out) const {
    if (ascii::is_ascii(bytes)) {
      out += bytes;
    } else {
      entities_.charset_.append_utf8(bytes, out);
    }
  }

  bool external_id() {
    const bool is_public = take("PUBLIC");
    std::string_view ignored;
    if (!is_public && !take("SYSTEM")) return false;
    if (!space() || !literal(ignored)) return false;
    return !is_public || (space() && literal(ignored));
  }

  // Skips to the end of an irrelevant declaration.
  bool skip_declaration() {
    while (!rest_.empty()) {
      const std::size_t special = rest_.find_first_of("\"'>");
      if (special == rest_.npos) return false;
      rest_.remove_prefix(special);
      std::string_view ignored;
      if (take(">")) return true;
      if (!literal(ignored)) return false;
    }
    return false;
  }

  bool literal(std::string_view& value) {
    if (!at("\"") && !at("'")) return false;
    const std::size_t quote = rest_.find(rest_.front(), 1);
    if (quote == rest_.npos) return false;
    value = rest_.substr(1, quote - 1);
    rest_.remove_prefix(quote + 1);
    return true;
  }

  [[nodiscard]] bool at(std::string_view word) const { return rest_.starts_with(word); }
  bool take(std::string_view word) {
    if (!at(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool space() {
    const std::size_t length = xml_space_at(rest_);
    rest_.remove_prefix(length);
    return length > 0;
  }
  std::string_view name() {
    const std::string_view found = xml_name(rest_);
    rest_.remove_prefix(found.size());
    return found;
  }
  bool skip_behind(std::string_view delimiter, std::size_t from) {
    const std::size_t end = rest_.find(delimiter, from);
    if (end == rest_.npos) return false;
    rest_.remove_prefix(end + delimiter.size());
    return true;
  }

  std::string_view rest_;
  XmlEntities& entities_;
  int level_;  // of parameter entities in each other
  bool ignore_ = false;
};

bool XmlEntities::declare(std::string_view doctype) {
  // Each declaration takes memory. What is not read may declare anything.
  if (doctype.size() > max_bytes_) {
    limit_hit_ = has_unread_declarations_ = true;
    return true;
  }
  return DoctypeReader(doctype, *this).read();
}

XmlEntities::Entity* XmlEntities::find(std::string_view name) {
  const auto found = entities_.find(name);
  return found != entities_.end() ? &found->second : nullptr;
}

const std::vector<XmlAttribute>& XmlEntities::defaults(std::string_view element) const {
  static const std::vector<XmlAttribute> kNone;
  const auto found = defaults_.find(element);
  return found != defaults_.end() ? found->second : kNone;
}

const XmlEntities::Entity* XmlEntities::measured(std::string_view name, int level) {
  const auto found = entities_.find(name);
  if (found == entities_.end()) return nullptr;
  if (found->second.state == State::kUnmeasured) measure(found->second, level);
  return &found->second;
}

// Each entity is measured once, so the time is linear in the declarations. An entity that is found while
// it is being measured contains itself.
void XmlEntities::measure(Entity& entity, int level) {
  entity.state = State::kMeasuring;
  limit_hit_ = limit_hit_ || level > max_levels_;
  bool usable = !entity.external && level <= max_levels_ && !entity.has_markup;
  entity.cost = entity.text.size();
  const std::string_view text = entity.text;
  for (std::size_t i = next_reference(text, 0); usable && i < text.size(); i = next_reference(text, i)) {
    const XmlReference reference = xml_reference(text.substr(i));
    if (reference.length == 0) {
      usable = false;
    } else if (!reference.name.empty()) {
      const Entity* inner = measured(reference.name, level + 1);
      if (inner != nullptr) {
        entity.cost += 1 + inner->cost;
        entity.levels = std::max(entity.levels, 1 + inner->levels);
        usable = inner->state == State::kUsable && entity.levels <= max_levels_;
        limit_hit_ = limit_hit_ || entity.levels > max_levels_;
      } else {
        usable = has_unread_declarations_ || html_entity(text.substr(i, reference.length)).length > 0;
      }
      if (entity.cost > max_bytes_) {
        limit_hit_ = true;
        usable = false;
      }
    }
    i += reference.length;
  }
  entity.state = usable ? State::kUsable : State::kUnusable;
}

bool XmlEntities::spend(const Entity& entity) {
  const std::size_t cost = 1 + entity.cost;
  if (entity.state != State::kUsable) return false;
  if (cost > max_bytes_ - std::min(max_bytes_, expanded_bytes_)) {
    limit_hit_ = true;
    return false;
  }
  expanded_bytes_ += cost;
  return true;
}

bool XmlEntities::admit_reference(std::string_view reference, XmlPlace place) {
  const std::string_view name = entity_name(reference);
  if (place == XmlPlace::kText) {
    if (entities_.find(name) != entities_.end()) return true;
  } else if (const Entity* entity = measured(name, 1)) {
    return spend(*entity);
  }
  return has_unread_declarations_ || html_entity(reference).length > 0;
}

bool XmlEntities::admit(std::string_view raw, XmlPlace place) {
  for (std::size_t i = next_reference(raw, 0); i < raw.size(); i = next_reference(raw, i)) {
    const XmlReference reference = xml_reference(raw.substr(i));
    if (reference.length == 0) return false;
    if (!reference.name.empty() && !admit_reference(raw.substr(i, reference.length), place)) return false;
    i += reference.length;
  }
  return true;
}

void XmlEntities::append(std::string_view reference, XmlPlace place, std::string& out) {
  if (const Entity* entity = measured(entity_name(reference), 1)) {
    const bool counted = place == XmlPlace::kAttribute ? entity->state == State::kUsable : spend(*entity);
    if (counted) expand(*entity, place, out);
    return;
  }
  const CharacterReference html = html_entity(reference);
  if (html.length > 0) {
    append_character_reference(html, out);
  } else {
    charset_.append_utf8(reference, out);
  }
}

// The entity is usable: not nested too deeply, and without markup.
void XmlEntities::expand(const Entity& entity, XmlPlace place, std::string& out) const {
  const std::string_view text = entity.text;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '&') {
      out += place == XmlPlace::kAttribute && is_xml_space(text[i]) ? ' ' : text[i];
      ++i;
      continue;
    }
    const XmlReference reference = xml_reference(text.substr(i));
    const std::string_view written = text.substr(i, reference.length);
    const auto inner = entities_.find(reference.name);
    const CharacterReference html = html_entity(written);
    if (reference.name.empty()) {
      utf8::append(reference.code_point, out);
    } else if (inner != entities_.end()) {
      expand(inner->second, place, out);
    } else if (html.length > 0) {
      append_character_reference(html, out);
    } else {
      out += written;
    }
    i += reference.length;
  }
}

}  // namespace mimebase::find
