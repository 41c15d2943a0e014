// The host of a URL, as it is written.
#pragma once

#include <string_view>

namespace mimebase::url {

// The host of an absolute URL of any rule set, as a view into it: behind the userinfo and before the port, an
// IPv6 address with its brackets, no case changed and nothing decoded. Empty where the URL has none.
[[nodiscard]] std::string_view host_of(std::string_view absolute_url);

// The same of a reference that begins with "//" and so has a host before it has a base; empty for any other.
[[nodiscard]] std::string_view host_without_scheme(std::string_view reference);

}  // namespace mimebase::url
