// The encodings of the Encoding Standard, through ICU's converters.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::charset {

// The characters of the bytes from 0x80 on in a single-byte encoding; 0 for undefined bytes.
using HighHalf = std::array<char32_t, 128>;

// Takes the Standard's name of the encoding, and ICU's. Created on first use and kept until the process ends.
// Thread-safe.
[[nodiscard]] const HighHalf& high_half(std::string_view name, const std::string& icu);

// The next two functions list how ICU's converters deviate from the Encoding Standard (deviations.cpp).

// The character that the Standard assigns to these bytes (as one number) in the encoding of that name; 0 if
// it assigns none. Nullopt if ICU agrees with the Standard.
[[nodiscard]] std::optional<char32_t> standard_character(std::string_view encoding, unsigned bytes);

// The bytes that standard_character() reads as this character, the lowest if there are several. Excludes
// bytes that the Standard reads but does not write (below 0xA100 in Big5: section 11.1.2).
[[nodiscard]] std::optional<unsigned> standard_bytes(std::string_view encoding, char32_t code_point);

}  // namespace mimebase::charset
