// The finder for XML: text/xml, application/xml, XHTML, SVG, Atom, RSS, and all other "+xml" types.
#pragma once

#include <optional>
#include <string>

#include "find/finder.h"
#include "text/for_archive.h"

namespace mimebase::find {

// Finds URLs in document order and in linear time:
//  - `href` and `src` of any element, XLink's href, xml:base, xsi:schemaLocation, rdf:about and
//   rdf:resource;
//    in XHTML everything that the HTML finder reports, comments included; in SVG also the CSS in `style` and
//    presentation attributes and in `style` elements; texts that are URLs or HTML in Atom and RSS;
//    xml-stylesheet. Contexts: "use@xlink:href" (the element without its prefix, the attribute as written),
//    "link" (the text of an element), "style/css:url", "description/a@href", "xml-stylesheet@href".
//  - Scopes are opened for elements with a nonempty xml:base and for codebases of XHTML.
// Namespace declarations and identifiers in a DTD are not references. Nothing outside the content is
// read. Elements in the text of declared entities are found at the references to these, and declared
// defaults of attributes at the start tags that lack them; both are opaque (see expansion.h). From the first
// construct that is not well-formed, the rest is read as HTML, in the scope of that position. The same
// happens when a limit is hit, which is also reported.
MIMEBASE_FOR_ARCHIVE void find_in_xml(const Content& content, Sink& sink);

// Returns the first `base` in XHTML's namespace with an `href`, whatever its prefix and the root of the
// document, outside templates (HTML Standard, document base URLs). It is itself in no scope. If no element
// is named "base", the only cost is a scan for it.
[[nodiscard]] std::optional<Declaration> xml_document_base(const Content& content, std::string& buffer);

// For all of them: the xml:base of the root element, if it has one. Reads no further than its start tag.
[[nodiscard]] std::optional<Declaration> xml_root_base(const Content& content, std::string& buffer);

// For application/xhtml+xml: elements without a namespace are XHTML. After the position where a document
// stops being XML, html_declared_base() applies.
void find_in_xhtml_document(const Content& content, Sink& sink);
[[nodiscard]] std::optional<Declaration> xhtml_document_base(const Content& content, std::string& buffer);

}  // namespace mimebase::find
