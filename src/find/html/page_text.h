// The text of a page, of HTML or XHTML: what a link says, and the URLs that stand bare in it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "find/html/tokenizer.h"
#include "find/nested_sink.h"

namespace mimebase::find {

inline constexpr std::size_t kMaxAnchorTextCharacters = 200;

// Puts into `text` (overwritten; UTF-8) what a reader sees of the `a` element whose start tag `ahead` has
// just yielded: up to its end tag, the next start tag of an `a`, or the end. White space is collapsed and
// trimmed, line breaks and paragraphs count as white space; no text of `script`, `title` and their like; at
// most kMaxAnchorTextCharacters code points. Never looks beyond the next start tag of an `a`, so all anchors
// of a document together are read in linear time. `scratch` is room for tokens.
void read_anchor_text(HtmlTokenizer ahead, const charset::Charset& charset, HtmlToken& scratch,
                      std::string& text);

// Puts `value` (UTF-8) into `text` (overwritten), collapsed, trimmed and cut in the same way.
void collapse_text(std::string_view value, std::string& text);

// False where there is certainly no URL in `raw`, which is text that may have character references in it.
// Most texts have none: this is what they cost.
[[nodiscard]] bool may_hold_url(std::string_view raw);

// Finds in `text`, of which the references are decoded, as find_in_text() does, with the contexts "html:text"
// and "html:text:delimited". `place` is where it stands; its prefix is not asked for.
void find_in_text_of_markup(const Content& text, NestedPlace place, Sink& sink);

}  // namespace mimebase::find
