// The finder of text/html and application/xhtml+xml (see finder.h).
#pragma once

#include <optional>
#include <string>

#include "find/finder.h"

namespace mimebase::find {

// The first `<base>` with an `href` that is not in a template, SVG, MathML, a `srcdoc`, a comment or raw
// text, wherever it stands; an empty `href` counts. Where there is no "<base" at all, this is a scan for it
// and nothing more.
[[nodiscard]] std::optional<Declaration> html_declared_base(const Content& content, std::string& buffer);
// The same for what find_in_xhtml() is for.
[[nodiscard]] std::optional<Declaration> xhtml_declared_base(const Content& content, std::string& buffer);

// Every URL that a reader of the document may fetch or follow, in the order of the content:
//  - in attributes: "element@attribute" in lower case, an element's name of more than 64 bytes cut there;
//  - in CSS: "style/css:url" of a `style` element, "element@style/css:url" of an attribute, and in SVG
//    "rect@fill/css:url" of `fill`, `mask` and the other presentation attributes;
//  - in a `srcdoc`, a document of its own: "iframe@srcdoc/a@href";
//  - in comments: `hidden` says so. A conditional comment is read as HTML, another one where it holds tags;
//    one without is text ("text", "text:delimited"). What stands between the marks `<!--[if !mso]><!-->` and
//    `<!--<![endif]-->`, or `<![if !mso]>` and `<![endif]>`, is no comment. Nothing in `<!x>`, `<?x>`.
//  - in text outside of `a` ("html:text", "html:text:delimited" of `&lt;URL:x&gt;`), as find_in_text() finds
//    them: in each run of text between two tags, comments or the like by itself. So `http://x/<wbr>y` is
//    "http://x/", as it is for those that go through the tree's text nodes.
// Scripting is off: `noscript` is markup, and scripts and event handlers are not searched.
//
// Scopes: one for each `object`, `applet` or `embed` with a `codebase`, and one for each `srcdoc` that
// declares a base; its own "iframe@srcdoc/base@href" is in the scope around.
//
// Time is linear in the content's length: `srcdoc`s are followed as deep as the limits allow, and until four
// times the content's length and a megabyte are decoded. What goes beyond that is not searched.
void find_in_html(const Content& content, Sink& sink);
// For pieces of XHTML that are no XML, or may be none (see xml/finder.h). URLs in text are for documents of
// XHTML alone.
void find_in_xhtml(const Content& content, Sink& sink, bool with_text = true);

}  // namespace mimebase::find
