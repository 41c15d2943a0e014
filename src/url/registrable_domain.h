// Who a host belongs to, by the Public Suffix List.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::url {

// The registrable domain of `host`: "example.co.uk" for "www.Example.co.uk.". `host` is as a URL has it:
// UTF-8, perhaps percent-encoded; the result is lower case and in ASCII ("xn--bcher-kva.example"), by the
// list that libpsl was built with. A host that has none (an address, "localhost", a public suffix itself) is
// returned in that form; what no browser takes for a host, as it is but in lower case, and so is a name above
// 253 bytes. Safe to call from any thread.
[[nodiscard]] std::string registrable_domain(std::string_view host);

// The public suffix of `ascii_host` that stands in the list ("co.uk" of "www.example.co.uk", "github.io" of
// "x.github.io"), as a view into it; empty where none does. `ascii_host` is in lower case and without a dot
// at its end.
[[nodiscard]] std::string_view known_suffix(std::string_view ascii_host);

}  // namespace mimebase::url
