// URLs in CSS: for the media type text/css, and for CSS inside another language.
#pragma once

#include <string_view>

#include "find/nested_sink.h"

namespace mimebase::find {

// Finds what CSS makes a browser fetch, by the tokens of CSS Syntax Level 3, in the order in which it stands:
//  - "css:url": url(), src(), and src='x' of Internet Explorer's AlphaImageLoader, also where it stands in
//    the string of an -ms-filter;
//  - "css:import": the string or url() of @import, wherever it stands;
//  - "css:image-set": strings and url() in image-set() and -webkit-image-set().
// Not found: what is in comments, in bad strings and bad URLs (section 4.3), empty, or a name that is not
// fetched (@namespace, @document). Spans are the bytes of the URL without quotes and white space around it;
// references are UTF-8 with CSS escapes decoded. Takes linear time whatever the bytes are.
void find_in_css(const Content& content, Sink& sink);
// The same in a piece of CSS that stands at `place` in something else: a style sheet, or declarations (a
// style attribute), which have no @import. Both look first, as most have no URL: without a function that
// fetches and without an @import there can be none.
void find_in_embedded_css(const Content& css, bool declarations, const NestedPlace& place, Sink& sink);

// That look: false where there is certainly nothing to find. For those to whom already the decoding of CSS is
// dear.
[[nodiscard]] bool may_hold_css_url(std::string_view css, bool declarations);

}  // namespace mimebase::find
