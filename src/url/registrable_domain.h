// Registrable domains by the Public Suffix List.
#pragma once

#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::url {

// The registrable domain of `host`: "example.co.uk" for "www.Example.co.uk.". `host` is written as in a URL:
// UTF-8, possibly percent-encoded. The result is in lower case and in ASCII ("xn--bcher-kva.example"). The
// list is the one built into libpsl.
//
// A host without a registrable domain (an address, "localhost", a public suffix itself) is returned in that
// form. A name longer than 253 bytes is too. A host that browsers reject is returned in lower case.
// Thread-safe.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string registrable_domain(std::string_view host);

// The public suffix of `ascii_host` that is in the list ("co.uk" of "www.example.co.uk", "github.io" of
// "x.github.io"), as a view into it; empty if there is none. `ascii_host` is in lower case and has no dot at
// its end.
[[nodiscard]] std::string_view known_suffix(std::string_view ascii_host);

}  // namespace mimebase::url
