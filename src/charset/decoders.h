// The decoders of single charsets, for conversion.cpp. Each reads all of `bytes` into `out`; what is not
// valid becomes U+FFFD, and reading goes on behind it. Linear in the bytes, whatever they are.
#pragma once

#include <string_view>

#include "charset/charset.h"
#include "charset/conversion_output.h"
#include "charset/label.h"

namespace mimebase::charset {

// One of kUtf16Le to kUtf32Be, without byte order mark (RFC 2781).
void decode_utf16_or_32(std::string_view bytes, Encoding encoding, ConversionOutput& out);

// RFC 2152. What is written in base64 has no byte boundaries: each run of it is mapped as a whole.
void decode_utf7(std::string_view bytes, ConversionOutput& out);

// One of kGb18030 to kJohab.
void decode_double_byte(std::string_view bytes, Encoding encoding, ConversionOutput& out);

// ISO-2022-JP and its successors (RFC 1468, 1554), -KR (RFC 1557) and -CN (RFC 1922), told apart by `name`
// where the text leaves it open. Escape sequences and shifts are bytes that make nothing.
void decode_iso2022(std::string_view bytes, std::string_view name, ConversionOutput& out);

// RFC 1843.
void decode_hz(std::string_view bytes, ConversionOutput& out);

// A charset in which only bytes above ASCII need decoding.
void decode_ascii_based(std::string_view bytes, const Charset& charset, ConversionOutput& out);

// Whatever iconv knows by this name, character by character.
void decode_by_iconv(std::string_view bytes, const char* name, ConversionOutput& out);

}  // namespace mimebase::charset
