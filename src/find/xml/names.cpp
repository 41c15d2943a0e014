#include "find/xml/names.h"

#include <algorithm>
#include <iterator>

#include "find/html/urls.h"

namespace mimebase::find {
namespace {

using enum XmlNamespace;

struct KnownNamespace {
  std::string_view uri;
  XmlNamespace ns;
};
constexpr KnownNamespace kNamespaces[] = {
    {"", kNone},
    {"http://www.w3.org/XML/1998/namespace", kXml},
    {"http://www.w3.org/1999/xlink", kXLink},
    {"http://www.w3.org/2001/XMLSchema-instance", kSchemaInstance},
    {"http://www.w3.org/1999/xhtml", kXhtml},
    {"http://www.w3.org/2000/svg", kSvg},
    {"http://www.w3.org/2005/Atom", kAtom},
    {"http://purl.org/atom/ns#", kAtom},  // 0.3
    {"http://purl.org/rss/1.0/", kRss},
    {"http://my.netscape.com/rdf/simple/0.9/", kRss},
    {"http://purl.org/rss/1.0/modules/content/", kRssContent},
    {"http://search.yahoo.com/mrss/", kMediaRss},
    {"http://www.w3.org/1999/02/22-rdf-syntax-ns#", kRdf},
};

template <std::size_t kCount>
bool is_one_of(std::string_view name, const std::string_view (&names)[kCount]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

XmlAttributeForm plain_attribute_form(XmlQualifiedName element, std::string_view name) {
  using enum XmlAttributeForm;
  if (name == "style" && (element.ns == kXhtml || element.ns == kSvg)) return kCssDeclarations;
  if (element.ns == kXhtml) return name == "srcdoc" && element.local == "iframe" ? kHtmlDocument : kHtml;
  if (name == "href" || name == "src") return kUrl;
  if (element.ns == kSvg) return is_svg_presentation(name) ? kCssValue : kNoUrl;
  if (name == "url") {
    const bool rss = element.ns == kRss && (element.local == "enclosure" || element.local == "source");
    return rss || element.ns == kMediaRss ? kUrl : kNoUrl;
  }
  return name == "uri" && element.ns == kAtom && element.local == "generator" ? kUrl : kNoUrl;
}

}  // namespace

XmlNamespace xml_namespace(std::string_view uri) {
  const auto* known = std::find_if(std::begin(kNamespaces), std::end(kNamespaces),
                                   [uri](const KnownNamespace& k) { return k.uri == uri; });
  return known != std::end(kNamespaces) ? known->ns : kOther;
}

XmlNamespace implied_namespace(std::string_view root) {
  if (root == "svg") return kSvg;
  if (root == "html") return kXhtml;
  return root == "rss" ? kRss : kNone;
}

XmlName split_xml_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == name.npos || colon == 0) return {{}, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

XmlNamespaces::XmlNamespaces() : bindings_{{"", kNone}, {"xml", kXml}, {"xlink", kXLink}} {}

void XmlNamespaces::bind(std::string_view prefix, XmlNamespace ns) {
  XmlNamespace& bound = bindings_.try_emplace(prefix, kOther).first->second;
  undo_.push_back({prefix, bound});
  bound = ns;
}

void XmlNamespaces::undo(std::size_t mark) {
  for (; undo_.size() > mark; undo_.pop_back()) bindings_[undo_.back().prefix] = undo_.back().ns;
}

XmlNamespace XmlNamespaces::find(std::string_view prefix) const {
  const auto bound = bindings_.find(prefix);
  return bound != bindings_.end() ? bound->second : kOther;
}

XmlAttributeForm xml_attribute_form(XmlQualifiedName element, XmlQualifiedName attribute) {
  using enum XmlAttributeForm;
  switch (attribute.ns) {
    case kNone:
      return plain_attribute_form(element, attribute.local);
    case kXml:
      return attribute.local == "base" ? kUrl : kNoUrl;
    case kXLink:
      return attribute.local == "href" ? kUrl : kNoUrl;
    case kSchemaInstance:
      if (attribute.local == "schemaLocation") return kPairs;
      return attribute.local == "noNamespaceSchemaLocation" ? kUrl : kNoUrl;
    case kRdf:
      return attribute.local == "about" || attribute.local == "resource" ? kUrl : kNoUrl;
    default:
      return kNoUrl;
  }
}

XmlTextForm xml_text_form(XmlQualifiedName element) {
  using enum XmlTextForm;
  static constexpr std::string_view kAtomUrls[] = {"icon", "logo", "uri", "url"};
  static constexpr std::string_view kAtomTexts[] = {"content", "rights", "subtitle", "summary", "title"};
  static constexpr std::string_view kRssUrls[] = {"comments", "docs", "link", "url"};
  switch (element.ns) {
    case kXhtml:
    case kSvg:
      return element.local == "style" ? kCss : kNoUrl;
    case kAtom:
      if (is_one_of(element.local, kAtomTexts)) return kTypedHtml;
      return is_one_of(element.local, kAtomUrls) ? kUrl : kNoUrl;
    case kRss:
      if (element.local == "guid") return kPermaLink;
      if (element.local == "description") return kHtml;
      return is_one_of(element.local, kRssUrls) ? kUrl : kNoUrl;
    case kRssContent:
      return element.local == "encoded" ? kHtml : kNoUrl;
    default:
      return kNoUrl;
  }
}

}  // namespace mimebase::find
