#include <algorithm>
#include <optional>

#include "extract/cleaner.h"
#include "find/css/computed.h"
#include "find/xml/names.h"
#include "find/xml/text.h"
#include "find/xml/tokenizer.h"
#include "text/ascii.h"

namespace mimebase::extraction {
namespace {

using ascii::equals_ignoring_case;
using find::XmlTokenKind;

bool is_known_location(std::string_view system_id) {
  return system_id.starts_with("http://www.w3.org/") || system_id.starts_with("https://www.w3.org/");
}

// True if an internal subset has only comments and entities with plain text. Other declarations could hold
// markup that was not searched here, name files, or add attributes to elements.
bool is_plain_subset(std::string_view subset) {
  if (subset.find_first_of("&%") != std::string_view::npos) return false;
  for (std::size_t at = subset.find('<'); at != std::string_view::npos; at = subset.find('<', at + 1)) {
    std::string_view rest = subset.substr(at);
    if (rest.starts_with("<!--")) continue;
    constexpr std::string_view kEntity = "<!ENTITY";
    if (!rest.starts_with(kEntity)) return false;
    rest.remove_prefix(kEntity.size());
    rest.remove_prefix(find::xml_space_at(rest));
    rest.remove_prefix(find::xml_name(rest).size());
    rest.remove_prefix(find::xml_space_at(rest));
    if (!rest.starts_with('"') && !rest.starts_with('\'')) return false;
  }
  return true;
}

bool is_blank(std::string_view text) {
  return find::xml_space_at(text) == text.size();
}

}  // namespace

// Decodes values as a browser does.
class Cleaner::XmlValues {
 public:
  explicit XmlValues(const Page& page)
      : content_{page.bytes, page.charset},
        entities_(page.charset, content_.limits),
        text_(content_, entities_) {}

  [[nodiscard]] bool declare(std::string_view doctype) { return entities_.declare(doctype); }
  // Returns nothing if the value cannot be known.
  [[nodiscard]] std::optional<std::string> read(std::string_view raw) {
    if (!entities_.admit(raw, find::XmlPlace::kAttribute)) return std::nullopt;
    text_.read_attribute(raw);
    return std::string(text_.text);
  }
  [[nodiscard]] bool is_safe_css(std::string_view raw) {
    const auto css = read(raw);
    return css && find::computed_css_urls(*css).empty();
  }
  // Checks the texts that follow `ahead`, up to other markup.
  [[nodiscard]] bool is_safe_sheet(find::XmlTokenizer ahead) {
    find::XmlToken token;
    text_.start_text(0);
    while (ahead.next(token)) {
      if (token.kind == XmlTokenKind::kCData || token.kind == XmlTokenKind::kText) {
        const bool is_raw = token.kind == XmlTokenKind::kCData || !token.has_references;
        if (!is_raw && !entities_.admit(token.data, find::XmlPlace::kText)) return false;
        text_.append(token);
      } else {
        break;
      }
    }
    return find::computed_css_urls(text_.text).empty();
  }

 private:
  find::Content content_;
  find::XmlEntities entities_;
  find::XmlText text_;
};

void Cleaner::clean_doctype(const find::XmlToken& token, XmlValues& values) {
  if (applies(When::kStrictInXml)) {
    // The last string before the internal subset is the system identifier.
    std::string_view system_id, rest = token.bytes;
    for (std::size_t at = 0; at < rest.size() && rest[at] != '['; ++at) {
      if (rest[at] != '"' && rest[at] != '\'') continue;
      const std::size_t end = std::min(rest.find(rest[at], at + 1), rest.size());
      system_id = rest.substr(at + 1, end - at - 1);
      at = end;
    }
    const std::size_t subset =
        system_id.data() == nullptr ? 0 : offset_of(system_id) + system_id.size() - offset_of(token.bytes);
    if (!is_plain_subset(rest.substr(std::min(rest.find('[', subset), rest.size()))))
      return drop(token.bytes);
    if (!system_id.empty() && !is_known_location(system_id)) put(span_of(system_id), kNothing);
  }
  static_cast<void>(values.declare(token.data));
}

// True if the style sheet instruction must be removed. Browsers obey it only before the root, some also after
// it.
bool Cleaner::sheet_goes(const find::XmlToken& token, XmlValues& values) const {
  bool is_css = false;
  std::string_view rest = token.data;
  find::XmlAttribute attribute;
  while (find::take_xml_attribute(rest, attribute)) {
    if (attribute.name == "type") is_css = values.read(attribute.value) == "text/css";
  }
  return !is_css || !is_blank(rest) || !names_part(token.bytes);
}

void Cleaner::clean_instruction(const find::XmlToken& token, XmlValues& values) {
  if (token.name == "xml") {
    std::string_view rest = token.data;
    find::XmlAttribute attribute;
    while (find::take_xml_attribute(rest, attribute)) {
      if (attribute.name == "encoding") put(span_of(attribute.value), "UTF-8");
    }
  } else if (applies(When::kStrictInXml) && (token.name != "xml-stylesheet" || sheet_goes(token, values))) {
    drop(token.bytes);  // a style sheet may be a program (XSLT)
  }
}

void Cleaner::clean_tag(const find::XmlToken& token, XmlValues& values) {
  for (const find::XmlAttribute& attribute : token.attributes) {
    clean_attribute(attribute.name, attribute.value);
    if (!applies(When::kStrictInXml)) continue;
    const std::string_view name = find::split_xml_name(attribute.name).local;
    const find::UrlAttribute* row = find::html_url_attribute(name, find::HtmlElement::kOther);
    const bool is_css = name == "style" || (row != nullptr && row->form == find::UrlForm::kSvgCss);
    if (name == "srcdoc" || (is_css && !values.is_safe_css(attribute.value)))
      drop_attribute(attribute.name, attribute.value);
  }
}

// A browser joins all texts of a `style` element and ignores comments and elements between them, but the
// finder ends a sheet there. So only the texts before other markup are kept.
void Cleaner::clean_sheet(const find::XmlToken& token, const find::XmlTokenizer& ahead, XmlSheet& sheet,
                          XmlValues& values) {
  const bool is_text = token.kind == XmlTokenKind::kText || token.kind == XmlTokenKind::kCData;
  const bool is_start = token.kind == XmlTokenKind::kStartTag && !token.self_closing;
  const bool is_end = token.kind == XmlTokenKind::kEndTag;
  const bool is_style = (is_start || is_end) && find::split_xml_name(token.name).local == "style";
  if (is_text) {
    if (sheet.depth > 0 && !sheet.is_safe && !is_blank(token.data)) drop(token.bytes);
    return;
  }
  sheet.is_safe = is_style && is_start && sheet.depth == 0 && values.is_safe_sheet(ahead);
  if (is_style && is_start) ++sheet.depth;
  if (is_style && is_end && sheet.depth > 0) --sheet.depth;
}

// Cleans a token. If the token begins an element that must be removed with its content, returns its name;
// else an empty view.
std::string_view Cleaner::clean_token(const find::XmlToken& token, XmlValues& values) {
  if (token.kind == XmlTokenKind::kDoctype) clean_doctype(token, values);
  if (token.kind == XmlTokenKind::kInstruction) clean_instruction(token, values);
  // Browsers stop here as well. If one continued, it would read text that was not searched.
  if (token.kind == XmlTokenKind::kMalformed && applies(When::kStrictInXml)) drop(token.bytes);
  const bool is_start = token.kind == XmlTokenKind::kStartTag;
  if (!is_start && token.kind != XmlTokenKind::kEndTag) return {};
  const auto value = [&](std::string_view name) {
    for (const find::XmlAttribute& attribute : token.attributes) {
      if (equals_ignoring_case(attribute.name, name))
        return ascii::lowered(values.read(attribute.value).value_or(""));
    }
    return std::string();
  };
  const auto is_unknown = [&] {
    return std::ranges::any_of(token.attributes, [&](const find::XmlAttribute& attribute) {
      return token.has_references && !values.read(attribute.value);
    });
  };
  const ElementRule* rule = rule_of(token.name);
  const bool goes =
      is_start && rule == nullptr && goes_by_attributes({token.bytes, token.name, value, is_unknown});
  if (rule != nullptr || goes) {
    drop(token.bytes);
    if (is_start && !token.self_closing && (goes || rule->goes == Goes::kElement)) return token.name;
  } else if (is_start) {
    clean_tag(token, values);
  }
  return {};
}

void Cleaner::clean_xml() {
  find::XmlTokenizer tokenizer(page_.bytes);
  find::XmlToken token;
  XmlValues values(page_);
  XmlSheet sheet;
  std::string_view dropped;
  std::size_t depth = 0;  // of nested elements with the same name
  while (tokenizer.next(token)) {
    if (applies(When::kStrictInXml)) clean_sheet(token, tokenizer, sheet, values);
    if (dropped.empty()) {
      dropped = clean_token(token, values);
      depth = 0;
      continue;
    }
    drop(token.bytes);
    if (token.name != dropped) continue;
    if (token.kind == XmlTokenKind::kStartTag && !token.self_closing) ++depth;
    if (token.kind == XmlTokenKind::kEndTag && depth-- == 0) dropped = {};
  }
}

}  // namespace mimebase::extraction
