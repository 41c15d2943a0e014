// The encodings of the Encoding Standard, by ICU's converters.
#pragma once

#include <unicode/ucnv.h>

#include <array>
#include <string>
#include <string_view>

#include "charset/conversion_output.h"

namespace mimebase::charset {

// This thread's converter by ICU's name, in its initial state, which stops at what is not valid; null where
// ICU has none. It stays the cache's, and is good until the next call.
[[nodiscard]] UConverter* icu_converter(const std::string& name);

// The characters of the bytes from 0x80 on where each byte is one; 0 where there is none.
using HighHalf = std::array<char32_t, 128>;

// Of an encoding of the Standard, by its name and ICU's. Made when it is first asked for, and kept until the
// end of the process. May be called from any thread.
[[nodiscard]] const HighHalf& high_half(std::string_view name, const std::string& icu);

// An encoding of the Standard in which characters have several bytes, the first of them above ASCII. An ASCII
// byte that completes nothing is itself: markup behind a torn character is not lost.
void decode_multi_byte(std::string_view bytes, std::string_view name, const std::string& icu,
                       ConversionOutput& out);

// Pairs of seven-bit bytes of a set of 94 rows, which the converter has with the eighth bits, behind `prefix`
// each.
void decode_pairs(std::string_view pairs, const std::string& icu, std::string_view prefix,
                  ConversionOutput& out);

// UTF-16 or UTF-32, without byte order mark.
void decode_units(std::string_view bytes, const std::string& icu, ConversionOutput& out);

}  // namespace mimebase::charset
