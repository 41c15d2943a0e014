// The vocabularies of XML that hold URLs: their namespaces, and where in them a URL stands.
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
  kAny,  // in tables
  kOther,
  kXml,
  kXLink,
  kSchemaInstance,
  kXhtml,
  kSvg,
  kMathMl,
  kAtom,
  kRss,
  kRssContent,  // RSS 1.0's module of content:encoded
  kMediaRss,
  kRdf,
};

[[nodiscard]] XmlNamespace xml_namespace(std::string_view uri);

// The namespace of elements that have none, in a document whose root has this name: SVG, XHTML and RSS are
// also written without.
[[nodiscard]] XmlNamespace implied_namespace(std::string_view root);

// A name with a prefix in its two parts. Without one, the prefix is empty.
struct XmlName {
  std::string_view prefix;
  std::string_view local;
};
[[nodiscard]] XmlName split_xml_name(std::string_view name);

// Which prefix is which namespace, while elements open and close. "xlink" needs no declaration.
class XmlNamespaces {
 public:
  XmlNamespaces();
  // Bindings made since mark() are undone by undo().
  [[nodiscard]] std::size_t mark() const { return undo_.size(); }
  // `prefix` must outlive this; the empty one is the default namespace.
  void bind(std::string_view prefix, XmlNamespace ns);
  void undo(std::size_t mark);
  [[nodiscard]] XmlNamespace find(std::string_view prefix) const;

 private:
  struct Before {
    std::string_view prefix;
    XmlNamespace ns;
  };
  std::map<std::string_view, XmlNamespace> bindings_;
  std::vector<Before> undo_;
};

struct XmlQualifiedName {
  XmlNamespace ns = XmlNamespace::kNone;
  std::string_view local;
};
// What an attribute holds that the table of HTML's does not know: nothing, if no URL.
[[nodiscard]] std::optional<UrlForm> xml_url_form(XmlQualifiedName element, XmlQualifiedName attribute);

// What the text of an element is.
enum class XmlTextForm : std::uint8_t {
  kNoUrl,
  kUrl,
  kPermaLink,  // a URL, unless the attribute isPermaLink is "false"
  kHtml,
  kTypedHtml,  // HTML, if the attribute type is "html"
  kCss,
};
[[nodiscard]] XmlTextForm xml_text_form(XmlQualifiedName element);

}  // namespace mimebase::find
