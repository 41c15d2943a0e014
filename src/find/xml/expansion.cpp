#include "find/xml/expansion.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::find {
namespace {

// Returns the document type declaration of a document that declares entities or attributes in it; empty if
// there is none.
std::string_view declarations_of(XmlTokenizer tokenizer) {
  XmlToken token;
  while (tokenizer.next(token)) {
    if (token.kind == XmlTokenKind::kStartTag || token.kind == XmlTokenKind::kMalformed) break;
    if (token.kind != XmlTokenKind::kDoctype) continue;
    return contains(token.data, "<!ENTITY") || contains(token.data, "<!ATTLIST") ? token.data
                                                                                 : std::string_view();
  }
  return {};
}

// XML 1.0 section 4.3.2: the elements in an entity begin and end in it.
bool is_balanced(std::string_view text) {
  XmlTokenizer tokenizer(text);
  XmlToken token;
  std::vector<std::string_view> open;
  while (tokenizer.next(token)) {
    if (token.kind == XmlTokenKind::kMalformed || token.kind == XmlTokenKind::kDoctype) return false;
    if (token.kind == XmlTokenKind::kStartTag && !token.self_closing) open.push_back(token.name);
    if (token.kind != XmlTokenKind::kEndTag) continue;
    if (open.empty() || open.back() != token.name) return false;
    open.pop_back();
  }
  return open.empty();
}

}  // namespace

XmlExpansion::XmlExpansion(const Content& content)
    : content_(content), entities_(content.charset, content.limits), left_(content.limits.xml_entity_bytes) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  std::string_view bytes = content.bytes;
  if (bytes.starts_with(kMark)) bytes.remove_prefix(kMark.size());
  bytes.remove_prefix(xml_space_at(bytes));
  const std::string_view declarations = declarations_of(XmlTokenizer(bytes));
  // A declaration that is not well-formed ends the document for finders.
  if (declarations.empty() || !entities_.declare(declarations) || entities_.limit_hit()) return;
  expand(XmlTokenizer(bytes));
  if (is_needed()) copy_to(content.bytes.substr(content.bytes.size()));
}

bool XmlExpansion::is_added(Span span) const {
  const auto after = std::ranges::upper_bound(added_, span.start, {}, &Span::end);
  return after != added_.end() && after->start < std::max(span.end, span.start + 1);
}

void XmlExpansion::expand(XmlTokenizer tokenizer) {
  XmlToken token;
  while (!limit_hit_ && tokenizer.next(token)) {
    if (token.kind == XmlTokenKind::kStartTag) append_start_tag(token, true);
    if (token.kind == XmlTokenKind::kText && token.has_references) expand_text(token.data, 1, true);
  }
}

// Appends text with the entities in it that hold elements. Text of the document is copied only up to the
// last of these.
void XmlExpansion::expand_text(std::string_view text, int level, bool is_document) {
  std::size_t done = 0;
  for (std::size_t i = text.find('&'); i < text.size(); i = text.find('&', i)) {
    const XmlReference reference = xml_reference(text.substr(i));
    XmlEntities::Entity* entity = reference.name.empty() ? nullptr : entities_.find(reference.name);
    if (entity == nullptr || !holds_elements(*entity, level)) {
      i += std::max<std::size_t>(reference.length, 1);
      continue;
    }
    if (is_document) {
      copy_to(text.substr(i));
    } else {
      append_text(text.substr(done, i - done), false);
    }
    const std::size_t start = expanded_.size(), in = copied_;
    append_entity(*entity, level);
    i += reference.length;
    done = i;
    if (!is_document) continue;
    copied_ += reference.length;
    added({in, copied_}, start);
    if (limit_hit_) return;
  }
  if (!is_document) append_text(text.substr(done), false);
}

void XmlExpansion::append_entity(const XmlEntities::Entity& entity, int level) {
  XmlTokenizer tokenizer(entity.text);
  XmlToken token;
  while (!limit_hit_ && tokenizer.next(token)) {
    if (token.kind == XmlTokenKind::kStartTag) {
      append_start_tag(token, false);
    } else if (token.kind == XmlTokenKind::kText && token.has_references) {
      expand_text(token.data, level + 1, false);
    } else {
      append_text(token.bytes, false);
    }
  }
}

// Appends the defaults of the attributes that the tag lacks behind its name. A tag of the document without
// any is copied later.
void XmlExpansion::append_start_tag(const XmlToken& token, bool is_document) {
  const std::string_view head = token.bytes.substr(0, 1 + token.name.size());
  const std::vector<XmlAttribute>& defaults = entities_.defaults(token.name);
  // Both lists can be long.
  std::set<std::string_view> own;
  if (!defaults.empty())
    std::ranges::transform(token.attributes, std::inserter(own, own.end()), &XmlAttribute::name);
  const auto is_lacking = [&](const XmlAttribute& one) { return !own.contains(one.name); };
  const bool has_any = std::ranges::any_of(defaults, is_lacking);
  if (is_document && !has_any) return;
  if (is_document) copy_to(head);
  const std::size_t start = expanded_.size(), in = copied_;
  append_text(head, is_document);
  for (const XmlAttribute& one : defaults) {
    // The value with its quotes.
    const std::string_view literal(one.value.data() - 1, one.value.size() + 2);
    if (!is_lacking(one) || !may_add(one.name.size() + literal.size() + 2)) continue;
    expanded_.append(" ").append(one.name).append("=").append(literal);
  }
  if (!is_document) return append_text(token.bytes.substr(head.size()), false);
  copied_ += head.size();
  added({in, copied_}, start);
}

// The text of entities is in UTF-8. In another charset, characters are written as references.
void XmlExpansion::append_text(std::string_view text, bool is_document) {
  if (is_document) {
    expanded_ += text;
    return;
  }
  if (!may_add(text.size() + 1)) return;
  if (ascii::is_ascii(text) || content_.charset.reads_utf8()) {
    expanded_ += text;
    return;
  }
  while (!text.empty()) {
    const utf8::Character character = utf8::first_character(text);
    if (character.code_point < 0x80) {
      expanded_ += text.substr(0, character.length);
    } else {
      expanded_.append("&#").append(std::to_string(static_cast<std::uint32_t>(character.code_point))) += ';';
    }
    text.remove_prefix(character.length);
  }
}

// Each entity is decided once. One that is found while it is being decided contains itself.
bool XmlExpansion::holds_elements(XmlEntities::Entity& entity, int level) {
  using Elements = XmlEntities::Elements;
  if (static_cast<std::uint64_t>(level) > content_.limits.xml_entity_levels) {
    limit_hit_ = limit_hit_ || entity.elements == Elements::kYes || entity.has_markup;
    return false;
  }
  if (entity.elements != Elements::kUnknown) return entity.elements == Elements::kYes;
  entity.elements = Elements::kLoop;
  const bool is_usable = !entity.external && is_balanced(entity.text);
  bool found = entity.has_markup;
  const std::string_view text = entity.text;
  for (std::size_t i = text.find('&'); i < text.size(); i = text.find('&', i)) {
    const XmlReference reference = xml_reference(text.substr(i));
    i += std::max<std::size_t>(reference.length, 1);
    XmlEntities::Entity* inner = reference.name.empty() ? nullptr : entities_.find(reference.name);
    if (inner == nullptr) continue;
    const bool holds = holds_elements(*inner, level + 1);
    if (inner->elements == Elements::kLoop) return false;
    found = found || holds;
  }
  entity.elements = is_usable && found ? Elements::kYes : Elements::kNo;
  return is_usable && found;
}

bool XmlExpansion::may_add(std::size_t bytes) {
  limit_hit_ = limit_hit_ || bytes > left_;
  if (limit_hit_) return false;
  left_ -= bytes;
  return true;
}

// Copies the content up to where `end` begins.
void XmlExpansion::copy_to(std::string_view end) {
  const auto offset = static_cast<std::size_t>(end.data() - content_.bytes.data());
  expanded_ += content_.bytes.substr(copied_, offset - copied_);
  copied_ = offset;
}

void XmlExpansion::added(Span in, std::size_t out_start) {
  const Span out{out_start, expanded_.size()};
  map_.replace(in, out);
  if (out.start < out.end) added_.push_back(out);
}

void ExpansionSink::found(const Found& found) {
  if (!expansion_.is_added(found.span)) return NestedSink::found(found);
  Found opaque = found;
  opaque.quoting = Quoting::kOpaque;
  NestedSink::found(opaque);
}

}  // namespace mimebase::find
