// Checks of one URL: the ways in which it misleads a reader, or a filter, about where it leads.
#pragma once

#include <optional>
#include <string_view>

#include "check/link_checks.h"
#include "check/opened_url.h"

namespace mimebase::check {

// True for text that a reader takes for a host: "www.bank.example", "bank.com", "192.0.2.1". It may be
// percent-encoded, and something may follow the host ("bank.com/login").
[[nodiscard]] bool looks_like_host(std::string_view text);

// True for a name that ends in a public suffix or in a reserved top-level domain. `host` is in lower case and
// ASCII.
[[nodiscard]] bool has_suffix(std::string_view host);

// Reports text before "@" that looks like a host. `url` is shown.
[[nodiscard]] std::optional<Finding> check_userinfo(const Authority& authority, std::string_view url);
// Reports a host that the URL Standard reads as an IPv4 address, although it is not written as four decimal
// numbers, and a name whose ASCII letters are written in another way.
[[nodiscard]] std::optional<Finding> check_odd_host(const Authority& authority);
// Reports a URL that runs a script when it is opened. `url` is serialised by the URL Standard.
[[nodiscard]] std::optional<Finding> check_script(std::string_view url);
// Reports an absolute URL whose query or path contains a URL of another registrable domain, perhaps
// percent-encoded, in base64, or without a scheme ("//host"). Pages that share or save a URL are not
// reported.
[[nodiscard]] std::optional<Finding> check_redirect(std::string_view url);
// Reports a URL that contains the address of a mailbox or a long token, by which its server recognises a
// reader. `url` is that of an image that nobody sees.
[[nodiscard]] std::optional<Finding> check_tracker(std::string_view url);

}  // namespace mimebase::check
