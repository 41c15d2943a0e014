// URLs in CSS that are computed from other values, and so cannot be found as text.
#pragma once

#include <string_view>
#include <vector>

#include "find/finder.h"

namespace mimebase::find {

// Returns the names of the functions whose strings are URLs (image-set() and src()) if an argument is
// substituted by the browser: var(), attr(), env(), if(), inherit() or a custom function. `css` is in an
// ASCII-compatible charset. Takes linear time.
[[nodiscard]] std::vector<Span> computed_css_urls(std::string_view css);

}  // namespace mimebase::find
