// The URL Standard's "domain parser ToASCII": UTS 46, implemented by ICU.
#pragma once

#include <string>
#include <string_view>

#include "text/for_archive.h"
#include "url/whatwg_host.h"

namespace mimebase::url {

// Writes the ASCII form of `domain` to `out`, by UTS 46 with the Standard's flags, or returns the reason why
// there is none. Bytes that are not UTF-8 are read as U+FFFD, which fails.
[[nodiscard]] Failure domain_to_ascii(std::string_view domain, std::string& out);

// Writes the Unicode form of `domain`, an ASCII form, to `out`, or returns the reason why there is none.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE Failure domain_to_unicode(std::string_view domain, std::string& out);

}  // namespace mimebase::url
