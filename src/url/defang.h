// Hosts written so that no program opens them. defang() and refang() (mimebase/url.h) do this for URLs.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::url {

// Returns the host with "[.]" for every dot. Dots that are already marked stay as they are.
[[nodiscard]] std::string defang_host(std::string_view host);
// Returns the host with all marks of dots replaced.
[[nodiscard]] std::string refang_host(std::string_view host);

}  // namespace mimebase::url
