// Serializes a piece, which a worker process sends to the main process.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "run/driver/piece.h"

namespace mimebase::run {

// Serializes everything but the rows, which are sent separately.
[[nodiscard]] std::string bytes_but_rows(const Piece& piece);
// Reassembles a piece. Returns nothing if `bytes` are malformed, or if the piece takes more than
// `most_memory` bytes beyond its texts. They are untrusted, because an attacker may control the worker. The
// time is linear in their size.
[[nodiscard]] std::optional<Piece> piece_of(std::string_view bytes, std::string rows,
                                            std::uint64_t most_memory = ~std::uint64_t{0});

// Estimates the bytes of the piece that stay in memory until the end of the run: names, counts and sentences.
[[nodiscard]] std::uint64_t lasting_bytes(const Piece& piece);

}  // namespace mimebase::run
