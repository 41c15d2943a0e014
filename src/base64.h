// Base64 (RFC 4648).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mimebase {

// By section 4: in one line, with padding.
[[nodiscard]] std::string base64(std::string_view bytes);

// The bytes that `digits` stand for, by the alphabet of section 4 or that of section 5, with padding or
// without. Nothing if a character is no digit, or if the digits end inside a byte.
[[nodiscard]] std::optional<std::string> base64_decoded(std::string_view digits);

}  // namespace mimebase
