// A piece as bytes, on its way from a worker process to the run's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "run/piece.h"

namespace mimebase::run {

// Everything but the rows, which are sent beside it.
[[nodiscard]] std::string bytes_but_rows(const Piece& piece);
// Made of both. Returns nothing if `bytes` are not those of a piece: a worker may be controlled by an
// attacker, so nothing in them is trusted. Time and memory are proportional to the bytes.
[[nodiscard]] std::optional<Piece> piece_of(std::string_view bytes, std::string rows);

// Bytes of a piece that stay in memory until the end of the run: names, counts and sentences.
[[nodiscard]] std::uint64_t lasting_bytes(const Piece& piece);

}  // namespace mimebase::run
