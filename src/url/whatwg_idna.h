// Domains that are not ASCII: UTS 46 with the URL Standard's flags (section 3.3, "domain parser ToASCII").
#pragma once

#include <string>
#include <string_view>

namespace mimebase::url {

// Puts the ASCII form of `domain` into `out`, and says whether there is one. `domain` is UTF-8; what is not
// UTF-8 in it is read as U+FFFD, and fails. Domains above 4096 bytes fail: no name server knows one above
// 253, and the work grows with the square of the length.
[[nodiscard]] bool domain_to_ascii(std::string_view domain, std::string& out);

}  // namespace mimebase::url
