// Digests, and names that are derived from content only.
#pragma once

#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase {

// The 20 bytes of SHA-1, for names that other programs define by it.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string sha1(std::string_view bytes);

// SHA-256 in lower-case hexadecimal.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string sha256(std::string_view bytes);

// A "urn:uuid:" of version 8 (RFC 9562 section 5.8), made from the SHA-256 of `text`.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string urn_of(std::string_view text);

}  // namespace mimebase
