// Values in the query of a URL, as forms write them.
#pragma once

#include <string_view>

namespace mimebase::url {

// Returns the value of the first "key=value" pair of `query` with this key, or an empty view. Does not decode
// the value. A pair may also start with "amp;", the rest of an "&amp;" that was not decoded.
[[nodiscard]] std::string_view query_value(std::string_view query, std::string_view key);

// Returns whether `query` has a pair, or a word without "=", with this key.
[[nodiscard]] bool has_key(std::string_view query, std::string_view key);

}  // namespace mimebase::url
