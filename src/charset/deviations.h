// Where ICU's converters are not the Encoding Standard's.
#pragma once

#include <optional>
#include <string_view>

namespace mimebase::charset {

// What the Standard reads these bytes as, which are one number, in the encoding of its name, where ICU reads
// something else or nothing; 0 where the Standard reads nothing.
[[nodiscard]] std::optional<char32_t> standard_character(std::string_view encoding, unsigned bytes);

// The bytes that standard_character() reads as this character; the lowest, where there are several. Those
// that the Standard writes otherwise are left out (below 0xA100 in Big5: section 11.1.2).
[[nodiscard]] std::optional<unsigned> standard_bytes(std::string_view encoding, char32_t code_point);

}  // namespace mimebase::charset
