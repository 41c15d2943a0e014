// The Standard's "domain parser ToASCII": UTS 46, by ICU.
#pragma once

#include <string>
#include <string_view>

#include "url/whatwg_host.h"

namespace mimebase::url {

// Puts the ASCII form of `domain` into `out`, by UTS 46 with the Standard's flags; or gives the reason why
// there is none. What is not UTF-8 in it is read as U+FFFD, and fails.
[[nodiscard]] Failure domain_to_ascii(std::string_view domain, std::string& out);

}  // namespace mimebase::url
