// The finder of XML: text/xml, application/xml, XHTML, SVG, Atom, RSS, and every other type "+xml".
#pragma once

#include <optional>
#include <string>

#include "find/finder.h"

namespace mimebase::find {

// Finds, in the order of the content and in linear time:
//  - `href` and `src` of any element, XLink's href, xml:base, xsi:schemaLocation, rdf:about and rdf:resource;
//    of XHTML what HTML has, comments included; of SVG also the CSS in its `style` and presentation
//    attributes and elements; the texts that are URLs or HTML in Atom and RSS; xml-stylesheet. Contexts:
//    "use@xlink:href" (the element without its prefix, the attribute as written), "link" (the text of an
//    element), "style/css:url", "description/a@href", "xml-stylesheet@href".
//  - Scopes: elements with an xml:base that is not empty; codebases of XHTML.
// Namespace declarations and identifiers in a DTD are no references. Nothing outside the content is read.
// From the first construct that is not well-formed on, the rest is read as HTML, in the scope of that place;
// so it is beyond the limits (Limits), which are told.
void find_in_xml(const Content& content, Sink& sink);

// The first `base` of XHTML's namespace with an `href`, whatever its prefix, that is in no template; behind
// the place where a document stops being XML, as html_declared_base() has it. Where "base" is the name of no
// element, this is a scan for it and nothing more.
[[nodiscard]] std::optional<Declaration> xhtml_document_base(const Content& content, std::string& buffer);

// For application/xhtml+xml: elements without a namespace are XHTML. `base` is ruled by no scope.
void find_in_xhtml_document(const Content& content, Sink& sink);

}  // namespace mimebase::find
