// Registrable domains by the Public Suffix List.
//
//   mimebase::registrable_domain("www.example.co.uk");  // "example.co.uk"
#pragma once

#include <string>
#include <string_view>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// Returns the registrable domain of `host`, which may be a Link::host: "example.co.uk" for
// "www.example.co.uk". The result is in lower case and in ASCII ("xn--bcher-kva.example"). A host without a
// registrable domain, such as an IP address or "localhost", is itself returned in lower case and in ASCII.
// The list is the one that is built into libpsl. Thread-safe.
[[nodiscard]] MIMEBASE_API std::string registrable_domain(std::string_view host);

}  // namespace v0_2
}  // namespace mimebase
