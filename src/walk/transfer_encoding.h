// Undoing content transfer encodings (RFC 2045 section 6), each with the way back to the encoded bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "charset/offset_map.h"

namespace mimebase::walk {

enum class TransferEncoding : std::uint8_t { kNone, kBase64, kQuotedPrintable, kUuencode };

// By the name that Content-Transfer-Encoding has, in any case; nothing where nobody knows it.
[[nodiscard]] std::optional<TransferEncoding> transfer_encoding(std::string_view name);

// `raw` without its encoding: `raw` itself where there is nothing to undo, else a view into `buffer`.
// Broken encodings give what can be read of them. `map`, if not null and empty, is made to lead from there to
// `raw`.
[[nodiscard]] std::string_view decode_transfer(std::string_view raw, TransferEncoding encoding,
                                               std::string& buffer, charset::OffsetMap* map = nullptr);

// True for a line, without its line break, as an uuencoded file has them. Spaces at its end may be lost, and
// some encoders add a check character.
[[nodiscard]] bool is_uuencoded_line(std::string_view line);

}  // namespace mimebase::walk
