// Converts packed rows to rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "database/packed_reader.h"
#include "mimebase/read_links.h"
#include "run/rows/chunk.h"

namespace mimebase::run {

// Rows, and the memory that they point to.
struct UnpackedRows {
  UnpackedRows(std::string bytes, const write::Rows* table)
      : packed(std::move(bytes)), reader(packed, table) {}

  const std::string packed;
  database::PackedReader reader;
  const std::deque<MessageInfo>& messages = reader.messages();
  std::vector<Link> links;
  std::vector<Entity> entities;
  std::vector<Diagnostic> diagnostics;
  std::vector<Comparison> comparisons;
  std::vector<std::uint64_t> counts;        // of those rows that have one
  std::vector<std::size_t> links_compared;  // per comparison: the number of links before it
};
// Returns nothing if the rows are invalid, or not all of `table`, unless that is null. Safe for any bytes.
[[nodiscard]] std::shared_ptr<const UnpackedRows> unpacked(std::string packed, const write::Rows* table);

// Returns the batch, which owns its memory. Returns nothing if the rows are invalid or of another kind.
[[nodiscard]] std::optional<RowBatch> unpacked(RowKind kind, Chunk chunk);

}  // namespace mimebase::run
