// The URL Standard's "domain parser ToASCII": UTS 46, implemented by ICU.
#pragma once

#include <string>
#include <string_view>

#include "url/whatwg_host.h"

namespace mimebase::url {

// Writes the ASCII form of `domain` to `out`, by UTS 46 with the Standard's flags, or returns the reason why
// there is none. Bytes that are not UTF-8 are read as U+FFFD, which fails. Always fails in a build without
// ICU (no_idna.cpp).
[[nodiscard]] Failure domain_to_ascii(std::string_view domain, std::string& out);

// Returns true, once, if domain_to_ascii() has failed in this process because the build lacks ICU.
[[nodiscard]] bool take_missed_idna();

}  // namespace mimebase::url
