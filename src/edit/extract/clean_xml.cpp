#include <algorithm>

#include "ascii.h"
#include "edit/extract/cleaner.h"
#include "find/xml/tokenizer.h"

namespace mimebase::edit {

using ascii::equals_ignoring_case;
using find::XmlTokenKind;

// What entities stand for is read where they stand: with markup in it, it would not have been seen here.
void Cleaner::clean_doctype(const find::XmlToken& token) {
  const std::size_t subset = token.bytes.find('[');
  if (!applies(When::kOfflineInXml) || subset == std::string_view::npos) return;
  const std::string_view inside = token.bytes.substr(subset);
  bool is_odd = inside.find_first_of("&%") != std::string_view::npos;
  for (std::size_t at = inside.find('<'); at != std::string_view::npos; at = inside.find('<', at + 1))
    is_odd = is_odd || (inside.substr(at + 1, 1) != "!" && inside.substr(at + 1, 1) != "?");
  if (is_odd) drop(token.bytes);
}

void Cleaner::clean_instruction(const find::XmlToken& token) {
  if (token.name == "xml") {
    std::string_view rest = token.data;
    find::XmlAttribute attribute;
    while (find::take_xml_attribute(rest, attribute)) {
      if (attribute.name == "encoding") put(span_of(attribute.value), "UTF-8");
    }
  } else if (applies(When::kOfflineInXml) && token.data.find("text/css") == std::string_view::npos) {
    drop(token.bytes);  // a style sheet that may be a program
  }
}

// The element that is to be left out with what is in it, where the token begins one; else empty.
std::string_view Cleaner::clean_token(const find::XmlToken& token) {
  if (token.kind == XmlTokenKind::kDoctype) clean_doctype(token);
  if (token.kind == XmlTokenKind::kInstruction) clean_instruction(token);
  const bool is_start = token.kind == XmlTokenKind::kStartTag;
  if (!is_start && token.kind != XmlTokenKind::kEndTag) return {};
  const auto value = [&](std::string_view name) {
    for (const find::XmlAttribute& attribute : token.attributes) {
      if (!equals_ignoring_case(attribute.name, name)) continue;
      return ascii::lowered(find::read_quoted(find::Quoting::kXmlDouble, attribute.value).value_or(""));
    }
    return std::string();
  };
  const ElementRule* rule = rule_of(token.name);
  const bool goes = is_start && rule == nullptr && goes_by_attributes({token.bytes, token.name, value});
  if (rule != nullptr || goes) {
    drop(token.bytes);
    if (is_start && !token.self_closing && (goes || rule->goes == Goes::kElement)) return token.name;
  } else if (is_start) {
    for (const find::XmlAttribute& attribute : token.attributes)
      clean_attribute(attribute.name, attribute.value);
  }
  return {};
}

// The first construct that is not well-formed is where a browser ends, too.
void Cleaner::clean_xml() {
  find::XmlTokenizer tokenizer(page_.bytes);
  find::XmlToken token;
  std::string_view dropped;
  std::size_t depth = 0;  // of elements of that name in it
  while (tokenizer.next(token)) {
    if (dropped.empty()) {
      dropped = clean_token(token);
      depth = 0;
      continue;
    }
    drop(token.bytes);
    if (token.name != dropped) continue;
    if (token.kind == XmlTokenKind::kStartTag && !token.self_closing) ++depth;
    if (token.kind == XmlTokenKind::kEndTag && depth-- == 0) dropped = {};
  }
}

}  // namespace mimebase::edit
