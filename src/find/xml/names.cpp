#include "find/xml/names.h"

#include <algorithm>
#include <iterator>

#include "text/ascii.h"

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
    // Atom 0.3, and drafts before it
    {"http://purl.org/atom/ns#", kAtom},
    {"http://purl.org/atom/ns", kAtom},
    {"http://purl.org/pie/", kAtom},
    {"http://purl.org/echo/", kAtom},
    {"http://example.com/newformat#", kAtom},
    {"http://example.com/necho", kAtom},
    {"uri/of/echo/namespace#", kAtom},
    {"http://purl.org/rss/1.0/", kRss},
    {"http://purl.org/rss/1.0", kRss},
    {"http://purl.org/net/rss1.1#", kRss},
    {"http://my.netscape.com/rdf/simple/0.9/", kRss},
    {"http://channel.netscape.com/rdf/simple/0.9/", kRss},
    {"http://backend.userland.com/rss", kRss},
    {"http://backend.userland.com/rss2", kRss},
    {"http://backend.userland.com/RSS2", kRss},
    {"http://blogs.law.harvard.edu/tech/rss", kRss},
    {"http://cyber.law.harvard.edu/rss/rss.html", kRss},
    {"http://purl.org/rss/1.0/modules/content/", kRssContent},
    {"http://wellformedweb.org/CommentAPI/", kRssModule},
    {"http://wellformedweb.org/commentAPI/", kRssModule},
    {"http://rssnamespace.org/feedburner/ext/1.0", kRssModule},
    {"http://backend.userland.com/creativeCommonsRssModule", kRssModule},
    {"http://cyber.law.harvard.edu/rss/creativeCommonsRssModule.html", kRssModule},
    {"http://backend.userland.com/blogChannelModule", kRssModule},
    {"http://madskills.com/public/xml/rss/module/trackback/", kRssModule},
    {"http://www.itunes.com/dtds/podcast-1.0.dtd", kRssModule},
    {"http://www.itunes.com/DTDs/PodCast-1.0.dtd", kRssModule},
    {"http://search.yahoo.com/mrss/", kMediaRss},
    {"http://search.yahoo.com/mrss", kMediaRss},
    {"https://podcastindex.org/namespace/1.0", kMediaRss},
    {"http://www.w3.org/1999/02/22-rdf-syntax-ns#", kRdf},
    {"http://opml.org/spec2", kOpml},
    {"http://www.sitemaps.org/schemas/sitemap/0.9", kSitemap},
    {"http://www.google.com/schemas/sitemap/0.84", kSitemap},
    {"http://www.google.com/schemas/sitemap-image/1.1", kSitemap},
    {"http://www.google.com/schemas/sitemap-video/1.1", kSitemap},
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
    {kNone, "href", UrlForm::kUrl, kCdf},
    {kNone, "base", UrlForm::kUrl, kCdf},
    {kNone, "altimg", UrlForm::kUrl, kMathMl, "math"},
    {kNone, "fileref", UrlForm::kUrl},
    {kNone, "htmlUrl", UrlForm::kUrl, kOpml, "outline"},
    {kNone, "resource", UrlForm::kUrl, kRdf, "li"},
    {kNone, "uri", UrlForm::kUrl, kAtom, "generator"},
    {kNone, "url", UrlForm::kUrl, kAtom, "generator"},
    {kNone, "url", UrlForm::kUrl, kAny, "ulink"},
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
    {kAtom, "copyright", XmlTextForm::kTypedHtml},
    {kAtom, "homepage", XmlTextForm::kUrl},
    {kAtom, "icon", XmlTextForm::kUrl},
    {kAtom, "id", XmlTextForm::kRelativeUrl},
    {kAtom, "info", XmlTextForm::kTypedHtml},
    {kAtom, "logo", XmlTextForm::kUrl},
    {kAtom, "rights", XmlTextForm::kTypedHtml},
    {kAtom, "subtitle", XmlTextForm::kTypedHtml},
    {kAtom, "summary", XmlTextForm::kTypedHtml},
    {kAtom, "tagline", XmlTextForm::kTypedHtml},
    {kAtom, "title", XmlTextForm::kTypedHtml},
    {kAtom, "uri", XmlTextForm::kUrl},
    {kAtom, "url", XmlTextForm::kUrl},
    {kCdf, "abstract", XmlTextForm::kHtml},
    {kCdf, "title", XmlTextForm::kHtml},
    {kMediaRss, "description", XmlTextForm::kTypedHtml},
    {kMediaRss, "title", XmlTextForm::kTypedHtml},
    {kOpml, "docs", XmlTextForm::kUrl},
    {kOpml, "ownerId", XmlTextForm::kUrl},
    {kRss, "body", XmlTextForm::kHtml},
    {kRss, "comments", XmlTextForm::kUrl},
    {kRss, "copyright", XmlTextForm::kHtml},
    {kRss, "description", XmlTextForm::kHtml},
    {kRss, "docs", XmlTextForm::kUrl},
    {kRss, "fullitem", XmlTextForm::kHtml},
    {kRss, "guid", XmlTextForm::kPermaLink},
    {kRss, "link", XmlTextForm::kUrl},
    {kRss, "title", XmlTextForm::kHtml},
    {kRss, "url", XmlTextForm::kUrl},
    {kRssContent, "encoded", XmlTextForm::kHtml},
    {kRssModule, "blink", XmlTextForm::kUrl},
    {kRssModule, "blogRoll", XmlTextForm::kUrl},
    {kRssModule, "changes", XmlTextForm::kUrl},
    {kRssModule, "comment", XmlTextForm::kUrl},
    {kRssModule, "commentRSS", XmlTextForm::kUrl},
    {kRssModule, "commentRss", XmlTextForm::kUrl},
    {kRssModule, "license", XmlTextForm::kUrl},
    {kRssModule, "mySubscriptions", XmlTextForm::kUrl},
    {kRssModule, "new-feed-url", XmlTextForm::kUrl},
    {kRssModule, "origEnclosureLink", XmlTextForm::kUrl},
    {kRssModule, "origLink", XmlTextForm::kUrl},
    {kRssModule, "ping", XmlTextForm::kUrl},
    {kRssModule, "summary", XmlTextForm::kHtml},
    {kSitemap, "content_loc", XmlTextForm::kUrl},
    {kSitemap, "gallery_loc", XmlTextForm::kUrl},
    {kSitemap, "license", XmlTextForm::kUrl},
    {kSitemap, "loc", XmlTextForm::kUrl},
    {kSitemap, "player_loc", XmlTextForm::kUrl},
    {kSitemap, "thumbnail_loc", XmlTextForm::kUrl},
};

// The names of the Channel Definition Format are in capitals in most files.
bool is_named(std::string_view name, std::string_view row, XmlNamespace element) {
  return element == kCdf ? ascii::equals_ignoring_case(name, row) : name == row;
}

}  // namespace

XmlNamespace xml_namespace(std::string_view uri) {
  const auto* known = std::ranges::find(kNamespaces, uri, &KnownNamespace::uri);
  return known != std::end(kNamespaces) ? known->ns : kOther;
}

XmlNamespace implied_namespace(std::string_view root) {
  if (root == "svg") return kSvg;
  if (root == "html") return kXhtml;
  if (root == "opml") return kOpml;
  if (root == "feed") return kAtom;
  if (ascii::equals_ignoring_case(root, "channel")) return kCdf;
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
    return r.ns == attribute.ns && is_named(attribute.local, r.name, element.ns) &&
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
    return r.ns == element.ns && is_named(element.local, r.name, element.ns);
  });
  return row != std::end(kTexts) ? row->form : XmlTextForm::kNoUrl;
}

}  // namespace mimebase::find
