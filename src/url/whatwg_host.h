// The URL Standard's host parser and serializer (sections 3.3 and 3.5).
#pragma once

#include <string>
#include <string_view>

#include "url/whatwg_ip.h"

namespace mimebase::url {

enum class HostKind {
  kDomain,  // of a special URL: a domain or an IP address; never empty
  kOpaque,  // of any other URL; may be empty
};

// Appends the host that the host parser makes of `input`, serialised.
[[nodiscard]] Failure append_host(std::string_view input, HostKind kind, std::string& out);

}  // namespace mimebase::url
