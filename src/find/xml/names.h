// The XML vocabularies that contain URLs: their namespaces, attributes and elements.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "find/html/names.h"

namespace mimebase::find {

enum class XmlNamespace : std::uint8_t {
  kNone,
  kAny,  // only in tables
  kOther,
  kXml,
  kXLink,
  kSchemaInstance,
  kXhtml,
  kSvg,
  kMathMl,
  kAtom,
  kRss,
  kRssContent,  // the RSS 1.0 module that defines content:encoded
  kRssModule,   // other modules, whose names differ: wfw, FeedBurner, iTunes
  kMediaRss,
  kCdf,  // Channel Definition Format
  kRdf,
  kOpml,
  kSitemap,
};

// True for the vocabularies of feeds and of lists of them.
[[nodiscard]] constexpr bool is_of_feeds(XmlNamespace ns) {
  using enum XmlNamespace;
  return ns == kAtom || ns == kRss || ns == kCdf || ns == kRdf || ns == kOpml;
}

// Returns the namespace with this URI: kNone if it is empty, kOther if it is unknown.
[[nodiscard]] XmlNamespace xml_namespace(std::string_view uri);

// The default namespace of a document whose root has this name. SVG, XHTML and RSS are often written
// without namespace declarations.
[[nodiscard]] XmlNamespace implied_namespace(std::string_view root);

// A name split at its prefix, which is empty if there is none.
struct XmlName {
  std::string_view prefix;
  std::string_view local;
};
[[nodiscard]] XmlName split_xml_name(std::string_view name);

// The prefixes bound to namespaces at the current element. "xlink" needs no declaration.
class XmlNamespaces {
 public:
  XmlNamespaces();
  // undo() removes the bindings made since the corresponding mark().
  [[nodiscard]] std::size_t mark() const { return undo_.size(); }
  // `prefix` must outlive this object; the empty prefix is the default namespace.
  void bind(std::string_view prefix, XmlNamespace ns);
  void undo(std::size_t mark);
  [[nodiscard]] XmlNamespace find(std::string_view prefix) const;

 private:
  struct Before {
    std::string_view prefix;
    std::optional<XmlNamespace> ns;  // nothing if the prefix was not bound
  };
  std::map<std::string_view, XmlNamespace> bindings_;
  std::vector<Before> undo_;
};

// A name whose prefix has been resolved to a namespace.
struct XmlQualifiedName {
  XmlNamespace ns = XmlNamespace::kNone;
  std::string_view local;
};
// The form of an attribute that is not in HTML's table. Nothing if it is not a URL.
[[nodiscard]] std::optional<UrlForm> xml_url_form(XmlQualifiedName element, XmlQualifiedName attribute);

// The form of an element's text.
enum class XmlTextForm : std::uint8_t {
  kNoUrl,
  kUrl,
  kPermaLink,    // a URL, unless the attribute isPermaLink is "false"
  kRelativeUrl,  // an identifier, which is a reference if it is relative
  kHtml,
  kTypedHtml,  // HTML, depending on the attributes type and mode
  kCss,
  kScript,  // JavaScript or JSON-LD, depending on the attribute type
};
[[nodiscard]] XmlTextForm xml_text_form(XmlQualifiedName element);

}  // namespace mimebase::find
