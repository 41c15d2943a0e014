// The encodings of the Encoding Standard, by ICU's converters.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::charset {

// The characters of the bytes from 0x80 on where each byte is one; 0 where there is none.
using HighHalf = std::array<char32_t, 128>;

// Of an encoding of the Standard, by its name and ICU's. Made when it is first asked for, and kept until the
// end of the process. May be called from any thread.
[[nodiscard]] const HighHalf& high_half(std::string_view name, const std::string& icu);

// Where ICU's converters are not the Encoding Standard's (deviations.cpp).

// What the Standard reads these bytes as, which are one number, in the encoding of its name, where ICU reads
// something else or nothing; 0 where the Standard reads nothing.
[[nodiscard]] std::optional<char32_t> standard_character(std::string_view encoding, unsigned bytes);

// The bytes that standard_character() reads as this character; the lowest, where there are several. Those
// that the Standard writes otherwise are left out (below 0xA100 in Big5: section 11.1.2).
[[nodiscard]] std::optional<unsigned> standard_bytes(std::string_view encoding, char32_t code_point);

}  // namespace mimebase::charset
