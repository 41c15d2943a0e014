// A piece as bytes, on its way from a worker process to the run's own.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "run/piece.h"

namespace mimebase::run {

// All of it but its rows, which stand behind it.
[[nodiscard]] std::string bytes_but_rows(const Piece& piece);
// Out of both. Nothing where `bytes` are none of a piece: a worker may be what hostile mail has made of it,
// so nothing in them is trusted. The time and the memory that it takes are those of the bytes.
[[nodiscard]] std::optional<Piece> piece_of(std::string_view bytes);

}  // namespace mimebase::run
