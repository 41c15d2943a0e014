// Text in HTML and XHTML pages: the text of links, and bare URLs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "find/html/tokenizer.h"
#include "find/nested_sink.h"

namespace mimebase::find {

inline constexpr std::size_t kMaxAnchorTextCharacters = 200;

// Writes the visible text of an `a` element to `text` (overwritten; UTF-8). `ahead` has just returned its
// start tag. The text ends at the end tag, at the next start tag of an `a`, or at the end of the input.
// White space is collapsed and trimmed; line breaks and paragraphs count as white space; text in
// `script`, `title` and similar elements is skipped. The length is at most kMaxAnchorTextCharacters code
// points. Because it never reads past the next start tag of an `a`, all anchors of a document together
// take linear time. `scratch` is a reusable token.
void read_anchor_text(HtmlTokenizer ahead, const charset::Charset& charset, HtmlToken& scratch,
                      std::string& text);

// Writes `value` (UTF-8) to `text` (overwritten), collapsed, trimmed and truncated in the same way.
void collapse_text(std::string_view value, std::string& text);

// Returns false if there is certainly no URL in `raw`, text that may contain character references. A fast
// check, because most texts have no URL.
[[nodiscard]] bool may_hold_url(std::string_view raw);
// The same if defanged URLs count too.
[[nodiscard]] bool may_hold_defanged_url(std::string_view raw);

// Searches decoded `text` like find_in_text(), with the contexts "html:text" and "html:text:delimited".
// `place` is its position; its context prefix is ignored.
void find_in_text_of_markup(const Content& text, NestedPlace place, Sink& sink);

}  // namespace mimebase::find
