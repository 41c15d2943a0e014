// Base64 and base32 (RFC 4648).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase {

// Encodes by section 4, in one line, with padding.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string base64(std::string_view bytes);

// Decodes the alphabet of section 4 or of section 5, with or without padding. Returns nothing if a character
// is not a digit, or if the digits end inside a byte.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::optional<std::string> base64_decoded(std::string_view digits);

// Encodes by section 6. `bytes` must need no padding: its size is a multiple of 5.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string base32(std::string_view bytes);

}  // namespace mimebase
