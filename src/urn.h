// Names that depend on nothing but what they are made of.
#pragma once

#include <string>
#include <string_view>

namespace mimebase {

// SHA-256, in hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

// A "urn:uuid:" (RFC 9562 section 5.8) out of the SHA-256 of `text`.
[[nodiscard]] std::string urn_of(std::string_view text);

}  // namespace mimebase
