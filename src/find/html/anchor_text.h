// The text of an `a` element, for the row of its reference.
#pragma once

#include <cstddef>
#include <string>

#include "charset/charset.h"
#include "find/html/tokenizer.h"

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

}  // namespace mimebase::find
