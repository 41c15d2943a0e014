// The title of a page, a picture or a feed, for people.
#pragma once

#include <string>

#include "find/finder.h"
#include "find/html/tokenizer.h"

namespace mimebase::find {

// Returns the text of the first element `title` in the first 64 KiB of HTML or XML as UTF-8, with white space
// collapsed, and at most kMaxAnchorTextCharacters characters; empty if there is none.
[[nodiscard]] std::string title_of(const Content& content, HtmlSyntax syntax);

}  // namespace mimebase::find
