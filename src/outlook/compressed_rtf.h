// Compressed RTF (MS-OXRTFCP), in which Outlook stores the RTF body of a message.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::outlook {

// Decompresses at most `most` bytes to `rtf`, as far as possible. Returns an empty view if nothing is
// damaged, else a phrase. The output is less than nine times as long as the input. If it may be cut off at
// `most`, it has so many bytes, and nothing is said of damage: pass one more than are allowed.
[[nodiscard]] std::string_view decompress_rtf(std::string_view compressed, std::uint64_t most,
                                              std::string& rtf);

}  // namespace mimebase::outlook
