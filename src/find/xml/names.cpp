#include "find/xml/names.h"

#include <algorithm>
#include <iterator>

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
    {"http://www.w3.org/1998/Math/MathML", kMathMl},
    {"http://www.w3.org/2005/Atom", kAtom},
    {"http://purl.org/atom/ns#", kAtom},  // Atom 0.3
    {"http://purl.org/rss/1.0/", kRss},
    {"http://my.netscape.com/rdf/simple/0.9/", kRss},
    {"http://purl.org/rss/1.0/modules/content/", kRssContent},
    {"http://wellformedweb.org/CommentAPI/", kRss},
    {"http://search.yahoo.com/mrss/", kMediaRss},
    {"http://www.w3.org/1999/02/22-rdf-syntax-ns#", kRdf},
    {"http://opml.org/spec2", kOpml},
    {"http://www.sitemaps.org/schemas/sitemap/0.9", kSitemap},
    {"http://www.google.com/schemas/sitemap/0.84", kSitemap},
    {"http://www.google.com/schemas/sitemap-image/1.1", kSitemap},
};

// An attribute that contains URLs: its namespace and name, and the elements it applies to.
struct AttributeRow {
  XmlNamespace ns;
  std::string_view name;
  UrlForm form;
  XmlNamespace element_ns = kAny;
  std::string_view element = {};  // empty: any name
};
constexpr AttributeRow kAttributes[] = {
    {kXml, "base", UrlForm::kUrl},
    {kXLink, "href", UrlForm::kLink},
    {kSchemaInstance, "schemaLocation", UrlForm::kPairs},
    {kSchemaInstance, "noNamespaceSchemaLocation", UrlForm::kUrl},
    {kRdf, "about", UrlForm::kUrl},
    {kRdf, "resource", UrlForm::kUrl},
    {kNone, "href", UrlForm::kLink},
    {kNone, "src", UrlForm::kUrl},
    {kNone, "style", UrlForm::kCss, kSvg},
    {kNone, "style", UrlForm::kCss, kMathMl},
    {kNone, "htmlUrl", UrlForm::kUrl, kOpml, "outline"},
    {kNone, "uri", UrlForm::kUrl, kAtom, "generator"},
    {kNone, "url", UrlForm::kUrl, kOpml, "outline"},
    {kNone, "url", UrlForm::kUrl, kRss, "enclosure"},
    {kNone, "url", UrlForm::kUrl, kRss, "source"},
    {kNone, "url", UrlForm::kUrl, kMediaRss},
    {kNone, "xmlUrl", UrlForm::kUrl, kOpml, "outline"},
};

// An element whose text is or contains URLs.
struct TextRow {
  XmlNamespace ns;
  std::string_view name;
  XmlTextForm form;
};
constexpr TextRow kTexts[] = {
    {kXhtml, "script", XmlTextForm::kScript},
    {kXhtml, "style", XmlTextForm::kCss},
    {kSvg, "script", XmlTextForm::kScript},
    {kSvg, "style", XmlTextForm::kCss},
    {kAtom, "content", XmlTextForm::kTypedHtml},
    {kAtom, "icon", XmlTextForm::kUrl},
    {kAtom, "logo", XmlTextForm::kUrl},
    {kAtom, "rights", XmlTextForm::kTypedHtml},
    {kAtom, "subtitle", XmlTextForm::kTypedHtml},
    {kAtom, "summary", XmlTextForm::kTypedHtml},
    {kAtom, "title", XmlTextForm::kTypedHtml},
    {kAtom, "uri", XmlTextForm::kUrl},
    {kAtom, "url", XmlTextForm::kUrl},
    {kRss, "commentRss", XmlTextForm::kUrl},
    {kRss, "comments", XmlTextForm::kUrl},
    {kRss, "description", XmlTextForm::kHtml},
    {kRss, "docs", XmlTextForm::kUrl},
    {kRss, "guid", XmlTextForm::kPermaLink},
    {kRss, "link", XmlTextForm::kUrl},
    {kRss, "url", XmlTextForm::kUrl},
    {kRssContent, "encoded", XmlTextForm::kHtml},
    {kSitemap, "loc", XmlTextForm::kUrl},
};

}  // namespace

XmlNamespace xml_namespace(std::string_view uri) {
  const auto* known = std::ranges::find(kNamespaces, uri, &KnownNamespace::uri);
  return known != std::end(kNamespaces) ? known->ns : kOther;
}

XmlNamespace implied_namespace(std::string_view root) {
  if (root == "svg") return kSvg;
  if (root == "html") return kXhtml;
  if (root == "opml") return kOpml;
  if (root == "urlset" || root == "sitemapindex") return kSitemap;
  return root == "rss" ? kRss : kNone;
}

XmlName split_xml_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == name.npos || colon == 0) return {{}, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

XmlNamespaces::XmlNamespaces() : bindings_{{"", kNone}, {"xml", kXml}, {"xlink", kXLink}} {}

void XmlNamespaces::bind(std::string_view prefix, XmlNamespace ns) {
  const auto [bound, is_new] = bindings_.try_emplace(prefix, ns);
  undo_.push_back({prefix, is_new ? std::nullopt : std::optional(bound->second)});
  bound->second = ns;
}

// Prefixes that mean nothing any more are forgotten, because each element can have one of its own.
void XmlNamespaces::undo(std::size_t mark) {
  for (; undo_.size() > mark; undo_.pop_back()) {
    const Before& before = undo_.back();
    if (before.ns) {
      bindings_[before.prefix] = *before.ns;
    } else {
      bindings_.erase(before.prefix);
    }
  }
}

XmlNamespace XmlNamespaces::find(std::string_view prefix) const {
  const auto bound = bindings_.find(prefix);
  return bound != bindings_.end() ? bound->second : kOther;
}

std::optional<UrlForm> xml_url_form(XmlQualifiedName element, XmlQualifiedName attribute) {
  const auto* row = std::find_if(std::begin(kAttributes), std::end(kAttributes), [&](const AttributeRow& r) {
    return r.ns == attribute.ns && r.name == attribute.local &&
           (r.element_ns == kAny || r.element_ns == element.ns) &&
           (r.element.empty() || r.element == element.local);
  });
  if (row != std::end(kAttributes)) return row->form;
  if (element.ns != kSvg || attribute.ns != kNone) return std::nullopt;
  // The presentation attributes of SVG; these names are case-sensitive.
  const UrlAttribute* html = html_url_attribute(attribute.local, HtmlElement::kOther);
  const bool is_one = html != nullptr && html->form == UrlForm::kSvgCss && html->name == attribute.local;
  return is_one ? std::optional(html->form) : std::nullopt;
}

XmlTextForm xml_text_form(XmlQualifiedName element) {
  const auto* row = std::find_if(std::begin(kTexts), std::end(kTexts), [&](const TextRow& r) {
    return r.ns == element.ns && r.name == element.local;
  });
  return row != std::end(kTexts) ? row->form : XmlTextForm::kNoUrl;
}

}  // namespace mimebase::find
