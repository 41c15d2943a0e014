// Hosts written so that no program opens them. defang() and refang() (mimebase/url.h) do this for URLs.
#pragma once

#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::url {

// Returns a text with its URLs and addresses defanged: what follows a scheme and "://", what begins with
// "www.", and "joe@host.example"; with `with_hosts`, every word that looks like a host.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string defang_text(std::string_view text, bool with_hosts);
// Returns the host with "[.]" for every dot. Dots that are already marked stay as they are.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string defang_host(std::string_view host);
// Returns the host with all marks of dots replaced.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string refang_host(std::string_view host);

}  // namespace mimebase::url
