// The URL that a file of a mirror was retrieved from.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::input {

// Returns `root` plus the path of `source` below the input that is called `input`. A source that is the input
// itself gives its name, and a container is like a folder. The first "?" of the name begins the query; other
// bytes that a path or a query cannot hold (RFC 3986 section 3.3 and 3.4) and "%" are percent-encoded. The
// name "index.html" is that of the folder's URL, as `wget -r` names it.
[[nodiscard]] std::string retrieval_url(std::string_view root, std::string_view input,
                                        std::string_view source);

}  // namespace mimebase::input
