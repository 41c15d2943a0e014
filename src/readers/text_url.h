// Which URLs in text scanners believe.
#pragma once

#include <string_view>

#include "readers/profile.h"

namespace mimebase::readers {

// True for what is found in text and not in an attribute.
[[nodiscard]] bool is_in_text(const Seen& seen);

// True if the host of an absolute URL is an address, or is below a suffix of the Public Suffix List.
[[nodiscard]] bool has_known_host(std::string_view url);
// The same of a `mailto:` URL; false for other URLs.
[[nodiscard]] bool has_known_mail_host(std::string_view url);

}  // namespace mimebase::readers
