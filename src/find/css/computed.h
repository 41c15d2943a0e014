// URLs that do not stand in CSS, but are computed from values that do.
#pragma once

#include <string_view>
#include <vector>

#include "find/finder.h"

namespace mimebase::find {

// The names of the functions whose strings are URLs, image-set() and src(), where they have a value that a
// browser substitutes: var(), attr(), env(), if(), inherit() or a function of the sheet's own. `css` is in an
// ASCII-like charset; takes linear time.
[[nodiscard]] std::vector<Span> computed_css_urls(std::string_view css);

}  // namespace mimebase::find
