#include "edit/extract/clean.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "ascii.h"
#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "find/xml/tokenizer.h"

namespace mimebase::edit {
namespace {

using ascii::equals_ignoring_case;
using find::HtmlTokenKind;
using find::Span;
using find::XmlTokenKind;

// "file:" for browsers in which a file's own origin has no other file in it.
constexpr std::string_view kPolicy =
    "default-src 'self' file: data: 'unsafe-inline'; script-src 'none'; base-uri 'none'; form-action 'none'";
constexpr std::size_t kMostSrcdocLevels = 8;

enum class Goes : std::uint8_t {
  kTag,      // the tags do, what is in the element stays
  kElement,  // with what is in it
};
enum class When : std::uint8_t { kOffline, kOfflineInXml, kNoActive };

struct ElementRule {
  std::string_view name;
  When when;
  Goes goes;
};
// With scripts off, what is for those without them is to be seen.
constexpr ElementRule kElements[] = {
    {"noscript", When::kOffline, Goes::kTag},         {"script", When::kOfflineInXml, Goes::kElement},
    {"handler", When::kOfflineInXml, Goes::kElement}, {"listener", When::kOfflineInXml, Goes::kTag},
    {"applet", When::kNoActive, Goes::kTag},          {"embed", When::kNoActive, Goes::kTag},
    {"fencedframe", When::kNoActive, Goes::kTag},     {"form", When::kNoActive, Goes::kTag},
    {"object", When::kNoActive, Goes::kTag},          {"portal", When::kNoActive, Goes::kTag},
};

// They would have local files refused that have no origin, or that have been written anew.
constexpr std::string_view kOriginAttributes[] = {"crossorigin", "integrity"};
// `rel`s that fetch what the page does not show, or tell others that it is opened.
constexpr std::string_view kFetchingRels[] = {"dns-prefetch", "preconnect", "prefetch", "prerender"};
constexpr std::string_view kActiveRels[] = {"import",   "manifest", "modulepreload",
                                            "pingback", "preload",  "serviceworker"};
// What a `meta http-equiv` may say without acting.
constexpr std::string_view kQuietDirectives[] = {"content-type", "content-language", "default-style",
                                                 "x-ua-compatible"};

template <typename Names>
bool is_one_of(std::string_view name, const Names& names) {
  return std::ranges::any_of(names, [&](std::string_view one) { return equals_ignoring_case(name, one); });
}

std::string_view local_name(std::string_view name) {
  return name.substr(std::min(name.rfind(':') + 1, name.size()));
}

// A start tag of either language.
struct Tag {
  std::string_view bytes, name;
  // The attribute's value as a reader has it, in lower case; empty where there is none.
  std::function<std::string(std::string_view lower_name)> value;
};

class Cleaner {
 public:
  Cleaner(PageKind kind, const PageRules& rules, Page& page)
      : is_xml_(kind == PageKind::kXml), rules_(rules), page_(page) {}

  void clean_html(bool is_document, std::size_t levels_left);
  void clean_xml();

 private:
  [[nodiscard]] std::size_t offset_of(std::string_view view) const {
    return static_cast<std::size_t>(view.data() - page_.bytes.data());
  }
  [[nodiscard]] Span span_of(std::string_view view) const {
    return {offset_of(view), offset_of(view) + view.size()};
  }
  void drop(std::string_view view) { page_.edits.push_back({span_of(view), {}}); }
  void put(Span span, std::string_view text) { page_.edits.push_back({span, std::string(text)}); }

  [[nodiscard]] bool applies(When when) const;
  [[nodiscard]] const ElementRule* rule_of(std::string_view name) const;
  [[nodiscard]] bool goes_by_attributes(const Tag& tag) const;
  [[nodiscard]] bool meta_goes(const Tag& tag) const;
  [[nodiscard]] bool names_part(std::string_view tag) const;
  void clean_attribute(std::string_view name, std::string_view value);
  void clean_srcdoc(std::string_view value, std::size_t levels_left);
  void clean_tag(const find::HtmlToken& token, std::size_t levels_left);
  void clean_text(const find::HtmlToken& token, bool is_css);
  void clean_doctype(const find::XmlToken& token);
  void clean_instruction(const find::XmlToken& token);
  [[nodiscard]] std::size_t policy_place() const;

  const bool is_xml_;
  const PageRules& rules_;
  Page& page_;
};

bool Cleaner::applies(When when) const {
  switch (when) {
    case When::kOffline:
      return !rules_.online || rules_.no_active;
    case When::kOfflineInXml:
      return rules_.no_active || (is_xml_ && !rules_.online);
    case When::kNoActive:
      break;
  }
  return rules_.no_active;
}

// ---- Elements ----

const ElementRule* Cleaner::rule_of(std::string_view name) const {
  const auto* rule = std::ranges::find_if(
      kElements, [&](const ElementRule& one) { return equals_ignoring_case(one.name, local_name(name)); });
  return rule != std::end(kElements) && applies(rule->when) ? rule : nullptr;
}

// True if a reference in the tag is a part's.
bool Cleaner::names_part(std::string_view tag) const {
  const Span span = span_of(tag);
  const auto first = std::ranges::lower_bound(page_.references, span.start, {},
                                              [](const PartReference& one) { return one.span.start; });
  return first != page_.references.end() && first->span.start < span.end;
}

bool Cleaner::meta_goes(const Tag& tag) const {
  const std::string directive = tag.value("http-equiv");
  if (directive.empty()) return false;
  // The page's own policy knows where it came from, and not where it is now.
  if (directive.starts_with("content-security-policy")) return true;
  if (rules_.no_active) return !is_one_of(directive, kQuietDirectives);
  return directive == "refresh" && !rules_.online && !names_part(tag.bytes) &&
         tag.value("content").find_first_not_of("0123456789.,; \t\r\n\f") != std::string::npos;
}

bool Cleaner::goes_by_attributes(const Tag& tag) const {
  const std::string_view name = local_name(tag.name);
  if (equals_ignoring_case(name, "meta")) return meta_goes(tag);
  if (equals_ignoring_case(name, "link") && applies(When::kOffline)) {
    const std::string rel = tag.value("rel");
    for (std::string_view rest = rel; !rest.empty();) {
      const std::string_view one = rest.substr(0, rest.find_first_of(" \t\r\n\f"));
      if (is_one_of(one, kFetchingRels) || (rules_.no_active && is_one_of(one, kActiveRels))) return true;
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    }
  }
  // SVG animates attributes, be they links or handlers of events.
  const bool animates = equals_ignoring_case(name, "set") || equals_ignoring_case(name, "animate");
  if (!animates || !applies(When::kOfflineInXml)) return false;
  const std::string animated = tag.value("attributename");
  return animated.ends_with("href") || animated.starts_with("on");
}

void Cleaner::clean_attribute(std::string_view name, std::string_view value) {
  const bool is_handler = name.size() > 2 && equals_ignoring_case(name.substr(0, 2), "on");
  const bool goes = is_one_of(name, kOriginAttributes) || (is_handler && applies(When::kOfflineInXml));
  if (!goes) return;
  Span span{offset_of(name), std::max(offset_of(name) + name.size(), offset_of(value) + value.size())};
  // The quotes are around the value, and none of it.
  const std::string_view bytes = page_.bytes;
  const std::size_t start = offset_of(value);
  const char quote = start > 0 ? bytes[start - 1] : '\0';
  if ((quote == '"' || quote == '\'') && span.end < bytes.size() && bytes[span.end] == quote) ++span.end;
  put(span, {});
}

// ---- HTML ----

// A document in an attribute, which has its own tags.
void Cleaner::clean_srcdoc(std::string_view value, std::size_t levels_left) {
  if (levels_left == 0) return put(span_of(value), "-");
  Page inner;
  find::OffsetMap map;
  std::string buffer;
  inner.bytes = find::html_attribute_value(value, page_.charset, buffer, &map);
  inner.charset = charset::Charset("utf-8");
  Cleaner(PageKind::kHtml, rules_, inner).clean_html(false, levels_left - 1);
  const find::QuotingPath quoting = find::html_quoting(value, page_.bytes.data());
  for (const PageEdit& edit : inner.edits) {
    const Span span = map.identity() ? edit.span : map.to_input(edit.span);
    const std::size_t offset = offset_of(value);
    put({span.start + offset, span.end + offset}, find::write_quoted(quoting, edit.text).value_or(""));
  }
}

void Cleaner::clean_tag(const find::HtmlToken& token, std::size_t levels_left) {
  for (const find::HtmlAttribute& attribute : token.attributes) {
    clean_attribute(attribute.name, attribute.value);
    if (equals_ignoring_case(attribute.name, "srcdoc")) clean_srcdoc(attribute.value, levels_left);
  }
}

// Text that is no markup where it stands. A browser may have ignored the tag before it (of a `plaintext` in a
// `select`, say), and then it is: so there is no "<" in it.
void Cleaner::clean_text(const find::HtmlToken& token, bool is_css) {
  if (token.kind == HtmlTokenKind::kCData) {
    std::string text;
    page_.charset.append_utf8(token.data, text);
    return put(span_of(token.bytes), find::write_quoted(find::Quoting::kHtmlText, text).value_or(""));
  }
  if (token.text_state == find::HtmlTextState::kData) return;
  const std::size_t start = offset_of(token.data);
  for (std::size_t at = token.data.find('<'); at != std::string_view::npos;
       at = token.data.find('<', at + 1)) {
    const bool is_old_comment = is_css && token.data.substr(at).starts_with("<!--");
    const Span span{start + at, start + at + (is_old_comment ? 4 : 1)};
    put(span, is_old_comment ? "" : is_css ? "\\3C " : "&lt;");
  }
}

void Cleaner::clean_html(bool is_document, std::size_t levels_left) {
  find::HtmlTokenizer tokenizer(page_.bytes);
  find::HtmlToken token;
  std::string dropped;  // the element that is left out with what is in it
  bool is_css = false;  // text is that of a `style`
  const auto value = [&](std::string_view name) {
    const find::HtmlAttribute* attribute = token.attribute(name);
    if (attribute == nullptr) return std::string();
    std::string buffer;
    return ascii::lowered(
        find::trim_html_space(find::html_attribute_value(attribute->value, page_.charset, buffer)));
  };
  while (tokenizer.next(token)) {
    const bool is_start = token.kind == HtmlTokenKind::kStartTag;
    const bool is_end = token.kind == HtmlTokenKind::kEndTag;
    if (is_start || is_end) is_css = is_start && token.element == find::HtmlElement::kStyle;
    if (!dropped.empty()) {
      drop(token.bytes);
      if (is_end && equals_ignoring_case(token.name, dropped)) dropped.clear();
    } else if (const ElementRule* rule = is_start || is_end ? rule_of(token.name) : nullptr) {
      drop(token.bytes);
      if (is_start && rule->goes == Goes::kElement && !(token.foreign && token.self_closing))
        dropped = token.name;
    } else if (is_start && goes_by_attributes({token.bytes, token.name, value})) {
      drop(token.bytes);
    } else if (is_start) {
      clean_tag(token, levels_left);
    } else if (token.kind == HtmlTokenKind::kIgnored) {
      drop(token.bytes);  // the beginning of a tag, which what is put behind the page would end
    } else if (rules_.no_active &&
               (token.kind == HtmlTokenKind::kText || token.kind == HtmlTokenKind::kCData)) {
      clean_text(token, is_css);
    }
  }
  if (!is_document || rules_.online || !rules_.with_policy) return;
  const std::size_t place = policy_place();
  put({place, place}, policy_tag());
}

// As early as it can stand without a change of how the document is read: behind the doctype, in the head.
std::size_t Cleaner::policy_place() const {
  find::HtmlTokenizer tokenizer(page_.bytes);
  find::HtmlToken token;
  std::size_t place = std::string_view(page_.bytes).starts_with("\xEF\xBB\xBF") ? 3 : 0;
  while (tokenizer.next(token)) {
    const std::size_t end = offset_of(token.bytes) + token.bytes.size();
    if (end <= place || token.kind == HtmlTokenKind::kComment || token.kind == HtmlTokenKind::kIgnored)
      continue;
    if (token.kind == HtmlTokenKind::kText) {
      std::string_view text = token.data;
      if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
      if (find::trim_html_space(text).empty()) continue;
      break;
    }
    const bool is_html = token.kind == HtmlTokenKind::kStartTag && equals_ignoring_case(token.name, "html");
    const bool is_head = token.kind == HtmlTokenKind::kStartTag && equals_ignoring_case(token.name, "head");
    if (!is_html && !is_head && token.kind != HtmlTokenKind::kDoctype) break;
    place = end;
    if (is_head) break;
  }
  return place;
}

// ---- XML ----

// What entities stand for is read where they stand: with markup in it, it would not have been seen here.
void Cleaner::clean_doctype(const find::XmlToken& token) {
  const std::size_t subset = token.bytes.find('[');
  if (rules_.online || subset == std::string_view::npos) return;
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
  } else if (!rules_.online && token.data.find("text/css") == std::string_view::npos) {
    drop(token.bytes);  // a style sheet that may be a program
  }
}

// The first construct that is not well-formed is where a browser ends, too.
void Cleaner::clean_xml() {
  find::XmlTokenizer tokenizer(page_.bytes);
  find::XmlToken token;
  std::string dropped;
  std::size_t depth = 0;  // of elements of that name in it
  const auto value = [&](std::string_view name) {
    for (const find::XmlAttribute& attribute : token.attributes) {
      if (!equals_ignoring_case(attribute.name, name)) continue;
      return ascii::lowered(find::read_quoted(find::Quoting::kXmlDouble, attribute.value).value_or(""));
    }
    return std::string();
  };
  while (tokenizer.next(token)) {
    const bool is_start = token.kind == XmlTokenKind::kStartTag;
    const bool is_end = token.kind == XmlTokenKind::kEndTag;
    if (!dropped.empty()) {
      drop(token.bytes);
      if (is_start && !token.self_closing && token.name == dropped) ++depth;
      if (is_end && token.name == dropped && depth-- == 0) dropped.clear();
      continue;
    }
    if (token.kind == XmlTokenKind::kDoctype) clean_doctype(token);
    if (token.kind == XmlTokenKind::kInstruction) clean_instruction(token);
    const ElementRule* rule = is_start || is_end ? rule_of(token.name) : nullptr;
    const bool goes = is_start && rule == nullptr && goes_by_attributes({token.bytes, token.name, value});
    if (rule != nullptr || goes) {
      drop(token.bytes);
      if (is_start && !token.self_closing && (goes || rule->goes == Goes::kElement)) {
        dropped = token.name;
        depth = 0;
      }
    } else if (is_start) {
      for (const find::XmlAttribute& attribute : token.attributes)
        clean_attribute(attribute.name, attribute.value);
    }
  }
}

}  // namespace

std::string policy_tag() {
  return "<meta http-equiv=\"Content-Security-Policy\" content=\"" + std::string(kPolicy) + "\">";
}

void clean(PageKind kind, const PageRules& rules, Page& page) {
  Cleaner cleaner(kind, rules, page);
  if (kind == PageKind::kHtml) cleaner.clean_html(true, kMostSrcdocLevels);
  if (kind == PageKind::kXml) cleaner.clean_xml();
}

}  // namespace mimebase::edit
