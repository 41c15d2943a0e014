// The URL Standard's host parser and serializer (sections 3.3, 3.5 and 3.6): domains, IPv4 and IPv6
// addresses.
#pragma once

#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::url {

// The name of the Standard's validation error that made a parser fail; null on success.
using Failure = const char*;

// Returns what is wrong in words, with the name of the validation error, for errors that users see.
[[nodiscard]] std::string sentence_of(Failure failure);

// How a host is parsed, which depends on the URL's scheme.
enum class HostKind {
  kDomain,  // in special URLs: a domain or an IP address; not empty
  kOpaque,  // in other URLs; may be empty
};

// Parses `input` as a host, and appends its serialisation.
[[nodiscard]] Failure append_host(std::string_view input, HostKind kind, std::string& out);

// Returns `host`, a host as written in a URL, as rows show and compare it: in lower case, an
// internationalized name in its ASCII form (RFC 5890) even if it is percent-encoded. Other hosts are not
// normalised. The result is valid as long as both arguments.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string_view shown_host(std::string_view host, std::string& buffer);

// The Standard's "ends in a number checker". `host` is a domain in ASCII.
[[nodiscard]] bool ends_in_number(std::string_view host);

}  // namespace mimebase::url
