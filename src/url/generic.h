// What the resolvers of RFC 1808 and RFC 3986 share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mimebase/result.h"

namespace mimebase::url {

// The failure of a relative reference against `base`, which is empty or has no scheme.
[[nodiscard]] Error no_base(std::string_view base);

// Puts "/." before a path that begins with "//", where no net_loc stands before it: what follows the two
// slashes would else be read as one, and a relative path must never change the host.
void guard_path(std::size_t path_start, std::string& out);

}  // namespace mimebase::url
