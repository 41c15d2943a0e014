// URLs in CSS: for the media type text/css, and for CSS inside another language.
#pragma once

#include <string_view>

#include "find/nested_sink.h"

namespace mimebase::find {

// Finds the URLs that CSS makes a browser fetch, by the tokens of CSS Syntax Level 3, in document order:
//  - "css:url": url(), src(), and src='x' of Internet Explorer's AlphaImageLoader, also inside the string
//    of an -ms-filter;
//  - "css:import": the string or url() of @import, anywhere in the sheet;
//  - "css:image-set": strings and url() in image-set() and -webkit-image-set().
// Not reported: comments, bad strings and bad URLs (section 4.3), empty URLs, and names that are not
// fetched (@namespace, @document). Spans cover the URL without quotes and surrounding white space.
// References are UTF-8 with CSS escapes decoded. Takes linear time on any input.
void find_in_css(const Content& content, Sink& sink);
// The same for CSS embedded at `place` in another language: a style sheet, or declarations (a style
// attribute), which cannot have @import. Both functions call may_hold_css_url() first, because most CSS
// has no URL.
void find_in_embedded_css(const Content& css, bool declarations, const NestedPlace& place, Sink& sink);

// Returns false if there is certainly no URL: no function that fetches and no @import. Useful to callers
// for which decoding the CSS is already expensive.
[[nodiscard]] bool may_hold_css_url(std::string_view css, bool declarations);

}  // namespace mimebase::find
