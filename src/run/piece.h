// What some messages came to, on its way from a worker to the collector.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/result.h"
#include "run/source_digests.h"
#include "run/summary.h"

namespace mimebase::run {

// Stands for a URL in 16 bytes, of SHA-256: millions of URLs are told apart, and no message can forge one.
using Fingerprint = std::array<std::uint64_t, 2>;

// A link that may be one of many with its URL.
struct UniqueRow {
  Fingerprint url;
  std::string row;
};

// A worker ends a piece with its batch, or in the midst of a message that has very many rows: so no worker
// ever holds much more than a piece.
struct Piece {
  std::string rows;  // write::RowWriter::rows()
  std::vector<UniqueRow> unique;
  Summary summary;
  std::vector<std::string> problems;  // of messages
  std::vector<Error> unreadable;      // of sources
  std::vector<std::string> cut;       // sources that have such messages: not all of them was read
  std::uint64_t messages = 0, errors = 0, warnings = 0;
  std::size_t bytes = 0;                    // of all rows
  std::optional<EndedSource> ended_before;  // a source that ended before these rows
  std::vector<EndedSource> ended_within;    // sources that have ended with them
};

// Where a piece ends that could go on.
inline constexpr std::size_t kPieceBytes = std::size_t{1} << 20;

}  // namespace mimebase::run
