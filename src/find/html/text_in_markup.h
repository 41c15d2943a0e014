// Bare URLs in the text of a document with markup: HTML and XHTML.
#pragma once

#include <string_view>

#include "find/nested_sink.h"

namespace mimebase::find {

// False where there is certainly no URL in `raw`, which is text that may have character references in it.
// Most texts have none: this is what they cost.
[[nodiscard]] bool may_hold_url(std::string_view raw);

// Finds in `text`, of which the references are decoded, as find_in_text() does, with the contexts "html:text"
// and "html:text:delimited". `place` is where it stands; its prefix is not asked for.
void find_in_text_of_markup(const Content& text, NestedPlace place, Sink& sink);

}  // namespace mimebase::find
