// IPv4 and IPv6 addresses as the URL Standard parses and serialises them (sections 3.5 and 3.6).
#pragma once

#include <string>
#include <string_view>

namespace mimebase::url {

// The name of the Standard's validation error that made a parser return failure; null where it did not.
using Failure = const char*;

// The ends in a number checker. `host` is a domain in ASCII.
[[nodiscard]] bool ends_in_number(std::string_view host);

// Appends the address that the IPv4 parser makes of `host`, serialised.
[[nodiscard]] Failure append_ipv4(std::string_view host, std::string& out);

// Appends the address that the IPv6 parser makes of `host` (without its brackets), serialised, in brackets.
[[nodiscard]] Failure append_ipv6(std::string_view host, std::string& out);

}  // namespace mimebase::url
