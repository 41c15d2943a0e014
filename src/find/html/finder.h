// The finder of text/html and application/xhtml+xml (see finder.h).
#pragma once

#include <optional>
#include <string>

#include "find/finder.h"

namespace mimebase::find {

// Returns the first `<base>` with an `href` (an empty one counts), wherever it is, except in a template or
// shadow root, SVG, MathML, a `srcdoc`, a comment or raw text, and what a frameset removes. In a document
// without "<base", the only cost is a scan for it.
[[nodiscard]] std::optional<Declaration> html_declared_base(const Content& content, std::string& buffer);
// The same for the content that find_in_xhtml() reads.
[[nodiscard]] std::optional<Declaration> xhtml_declared_base(const Content& content, std::string& buffer);

// Returns the URL of the comment in which a browser noted where it saved the document from:
// `<!-- saved from url=(0023)http://example.com/ -->` before the first element (Internet Explorer, Chromium),
// or SingleFile's, which may also follow the start tag of `html`. Reads only up to the first other tag or
// text.
[[nodiscard]] std::optional<Declaration> html_saved_from(const Content& content, std::string& buffer);
// The same for XHTML.
[[nodiscard]] std::optional<Declaration> xhtml_saved_from(const Content& content, std::string& buffer);

// Finds every URL that a reader of the document may fetch or follow, in document order:
//  - in attributes: context "element@attribute" in lower case; element names are truncated to 64 bytes;
//  - in CSS: "style/css:url" in a `style` element, "element@style/css:url" in an attribute, and in SVG
//    "rect@fill/css:url" in `fill`, `mask` and the other presentation attributes;
//  - in a `srcdoc`, which is a document of its own: "iframe@srcdoc/a@href";
//  - in the document in a data: URL of an `iframe`, `frame`, `embed` or `object`: "iframe@src/a@href". Their
//  span
//    is that of the URL, and they have no base but the document's own;
//  - in comments, with `hidden` set. A conditional comment is read as HTML, and so is any other comment that
//    contains tags; a comment without tags is read as text ("text", "text:delimited"). Content between
//    `<!--[if !mso]><!-->` and `<!--<![endif]-->`, or between `<![if !mso]>` and `<![endif]>`, is not a
//    comment. `<!x>` and `<?x>` are not searched;
//  - in text outside `a` with `href` ("html:text", and "html:text:delimited" for `&lt;URL:x&gt;`), by
//    find_in_text(), as the text is shown: inline elements, `wbr`, comments, soft hyphens, characters without
//    a width and what styles hide do not end a URL, while blocks, cells, `br` and the like do.
//    `http://x/<wbr>y` is "http://x/y", whose span covers the tag. The text of `title` and what a page has
//    for readers without frames count as hidden by styles;
//  - in strings of scripts ("script:string") and event handlers ("a@onclick:string"), if the whole string is
//    a URL with a scheme and "//";
//  - in any other attribute, as its whole value ("a@data-url", "option@value", "img@alt") or, if it has a
//    scheme and "//", anywhere in it ("img@alt:text"), and in the names of attributes that a missing "=" or
//    quotation mark makes of a URL ("a:text"). These and strings are inert (Found::is_inert), and hidden
//    unless people see the attribute.
// Scripting is off: `noscript` is markup.
//
// What is in a `template` is hidden, unless it is a shadow root, and so is what a frameset removes.
//
// Scopes are opened for each `object`, `applet` or `embed` with a `codebase`, and for each `srcdoc` that
// declares a base. The reference "iframe@srcdoc/base@href" itself is in the enclosing scope.
//
// Takes time linear in the length of the content. `srcdoc`s are followed to the depth that the limits
// allow, and so are data: URLs, until four times the length of the content plus one megabyte has been
// decoded. The rest is not searched.
void find_in_html(const Content& content, Sink& sink);
// For fragments of XHTML that may not be well-formed XML (see xml/finder.h). URLs in text are searched
// only in XHTML documents.
void find_in_xhtml(const Content& content, Sink& sink, bool with_text = true);

}  // namespace mimebase::find
