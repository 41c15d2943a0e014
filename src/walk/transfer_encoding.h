// Decoding of content transfer encodings (RFC 2045 section 6), with maps back to the encoded bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "charset/offset_map.h"

namespace mimebase::walk {

enum class TransferEncoding : std::uint8_t { kNone, kBase64, kQuotedPrintable, kUuencode };

// Parses the value of Content-Transfer-Encoding, in any case. Returns nothing if it is unknown.
[[nodiscard]] std::optional<TransferEncoding> transfer_encoding(std::string_view name);

// Decodes `raw`. Returns `raw` itself if there is nothing to decode, else a view of `buffer`. Decodes as
// much as possible of a broken encoding. `map`, if not null, must be empty, and receives the mapping from
// the result to `raw`.
[[nodiscard]] std::string_view decode_transfer(std::string_view raw, TransferEncoding encoding,
                                               std::string& buffer, charset::OffsetMap* map = nullptr);

// Decodes the start of `raw`: at least `least_bytes` bytes of the content, not counting white space before
// it, unless it is shorter. White space and other bytes without a meaning may precede or separate those of
// base64.
[[nodiscard]] std::string_view decode_start(std::string_view raw, TransferEncoding encoding,
                                            std::size_t least_bytes, std::string& buffer);

// True if `line` (without its line break) has the form of a line in a uuencoded file. Trailing spaces may
// be missing, and some encoders add a check character.
[[nodiscard]] bool is_uuencoded_line(std::string_view line);

}  // namespace mimebase::walk
