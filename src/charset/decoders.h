// The decoders of what ICU has not, or reads too strictly for mail. Each reads all of `bytes` into `out`;
// what is not valid becomes U+FFFD, and reading goes on behind it. Linear in the bytes, whatever they are.
#pragma once

#include <string>
#include <string_view>

#include "charset/conversion_output.h"

namespace mimebase::charset {

// RFC 2152. What is written in base64 has no byte boundaries: each run of it is mapped as a whole.
void decode_utf7(std::string_view bytes, ConversionOutput& out);

// ISO-2022-JP and its successors (RFC 1468, 1554), -KR (RFC 1557) and -CN (RFC 1922), told apart by `name`
// where the text leaves it open. Escape sequences and shifts are bytes that make nothing.
void decode_iso2022(std::string_view bytes, std::string_view name, ConversionOutput& out);

// RFC 1843.
void decode_hz(std::string_view bytes, ConversionOutput& out);

// Whatever iconv knows by this name, character by character.
void decode_by_iconv(std::string_view bytes, const std::string& name, ConversionOutput& out);

// As decode_pairs() in icu.h.
void decode_pairs_by_iconv(std::string_view pairs, const std::string& name, std::string_view prefix,
                           ConversionOutput& out);

}  // namespace mimebase::charset
