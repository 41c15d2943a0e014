// Locates the URLs in decoded attribute values that combine URLs with other syntax.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "find/finder.h"

namespace mimebase::find {

// Returns the URLs of the image candidates of a `srcset`, none of them empty (HTML Standard, 4.8.4.3.10).
// Candidates with invalid descriptors are skipped, as the Standard requires. Takes linear time.
[[nodiscard]] std::vector<Span> srcset_urls(std::string_view value);

// Returns the URL in a refresh value such as "5; url=x" (HTML Standard, "shared declarative refresh
// steps"), or nothing if there is none.
[[nodiscard]] std::optional<Span> refresh_url(std::string_view content);

}  // namespace mimebase::find
