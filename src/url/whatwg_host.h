// The URL Standard's host parser and serializer (sections 3.3, 3.5 and 3.6): domains, IPv4 and IPv6
// addresses.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::url {

// The name of the Standard's validation error that made a parser return failure; null where it did not.
using Failure = const char*;

enum class HostKind {
  kDomain,  // of a special URL: a domain or an IP address; never empty
  kOpaque,  // of any other URL; may be empty
};

// Appends the host that the host parser makes of `input`, serialised.
[[nodiscard]] Failure append_host(std::string_view input, HostKind kind, std::string& out);

// The ends in a number checker. `host` is a domain in ASCII.
[[nodiscard]] bool ends_in_number(std::string_view host);

}  // namespace mimebase::url
