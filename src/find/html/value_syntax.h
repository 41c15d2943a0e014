// Attributes' values that hold URLs between other things, decoded: where the URLs stand.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "find/finder.h"

namespace mimebase::find {

// Where the URLs of the image candidates of a `srcset` stand, none of them empty: the HTML Standard, section
// 4.8.4.3.10. A candidate whose descriptors are in error is passed over, as the Standard has it. Linear in
// the bytes.
[[nodiscard]] std::vector<Span> srcset_urls(std::string_view value);

// Where the URL stands in a refresh ("5; url=x"): the HTML Standard, "shared declarative refresh steps".
// Nothing if there is none.
[[nodiscard]] std::optional<Span> refresh_url(std::string_view content);

}  // namespace mimebase::find
