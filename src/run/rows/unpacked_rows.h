// Converts packed rows to rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/read_links.h"
#include "run/rows/chunk.h"
#include "run/rows/packed_json.h"

namespace mimebase::run {

// Rows, and the memory that they point to. All text is in `packed`, `sources` or `json`.
struct UnpackedRows {
  std::string packed;
  std::deque<std::string> sources;  // unescaped copies of names that `packed` has in escaped form
  std::deque<MessageInfo> messages;
  PackedJson json;
  std::vector<Link> links;
  std::vector<Entity> entities;
  std::vector<Diagnostic> diagnostics;
  std::vector<Comparison> comparisons;
  std::vector<std::uint64_t> counts;  // of those rows that have one
  std::vector<Candidate> candidates;
  std::vector<std::size_t> chains;          // per entity: end of its chain in `candidates`
  std::vector<std::size_t> links_compared;  // per comparison: the number of links before it
};
// Returns nothing if the rows are invalid, or not all of `table`, unless that is null. Safe for any bytes.
[[nodiscard]] std::shared_ptr<const UnpackedRows> unpacked(std::string packed, const write::Rows* table);

// Returns the batch, which owns its memory. Returns nothing if the rows are invalid or of another kind.
[[nodiscard]] std::optional<RowBatch> unpacked(RowKind kind, Chunk chunk);

}  // namespace mimebase::run
