// URLs in CSS: for the media type text/css, and for CSS inside another language.
#pragma once

#include <string_view>

#include "find/finder.h"

namespace mimebase::find {

// A piece of CSS inside something else, and what its findings are to say. All views must outlive the call.
struct EmbeddedCss {
  // The CSS, as it stands in the content or decoded from it, and its charset: that of the content, or UTF-8
  // where decoding made it so.
  Content css;
  // Where the findings' bytes are in the content: each span goes through `map` (null: the identity), and
  // then `offset` is added.
  const OffsetMap* map = nullptr;
  std::size_t offset = 0;
  std::string_view context_prefix = {};  // "style/", "div@style/": put before "css:url"
  bool declarations = false;             // a list of declarations (a style attribute): has no @import
  ScopeId scope = kDocument;
  Hidden hidden = Hidden::kNo;
  QuotingPath quoting = {};  // of the CSS in the content
};

// Finds what CSS makes a browser fetch, by the tokens of CSS Syntax Level 3, in the order in which it stands:
//  - "css:url": url(), src(), and src='x' of Internet Explorer's AlphaImageLoader, also where it stands in
//    the string of an -ms-filter;
//  - "css:import": the string or url() of @import, wherever it stands;
//  - "css:image-set": strings and url() in image-set() and -webkit-image-set().
// Not found: what is in comments, in bad strings and bad URLs (section 4.3), empty, or a name that is not
// fetched (@namespace, @document). Spans are the bytes of the URL without quotes and white space around it;
// references are UTF-8 with CSS escapes decoded. Takes linear time whatever the bytes are.
void find_in_css(const Content& content, Sink& sink);
// Looks first, as most style sheets and attributes have no URL: without a function that fetches and without
// an @import there can be none.
void find_in_embedded_css(const EmbeddedCss& embedded, Sink& sink);

// That look: false where there is certainly nothing to find. For those to whom already the decoding of CSS is
// dear.
[[nodiscard]] bool may_hold_css_url(std::string_view css, bool declarations);

}  // namespace mimebase::find
