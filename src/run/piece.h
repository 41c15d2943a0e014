// What some messages came to, on its way from a worker to the collector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mimebase::run {

// A link that may be one of many with its URL.
struct UniqueRow {
  std::string key;
  std::string row;
};

// A worker ends a piece with its batch, or in the midst of a message that has very many rows: so no worker
// ever holds much more than a piece.
struct Piece {
  std::string rows;  // write::RowWriter::rows()
  std::vector<UniqueRow> unique;
  std::vector<std::string> problems;
  std::uint64_t messages = 0, errors = 0, warnings = 0;
  std::size_t bytes = 0;  // of all rows
};

// Where a piece ends that could go on.
inline constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

}  // namespace mimebase::run
