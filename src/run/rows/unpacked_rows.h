// Converts packed rows to a RowBatch.
#pragma once

#include <optional>

#include "mimebase/read_links.h"
#include "run/rows/chunk.h"

namespace mimebase::run {

// Returns the batch, which owns its memory. Returns nothing if the rows are invalid or of another kind.
[[nodiscard]] std::optional<RowBatch> unpacked(RowKind kind, Chunk chunk);

}  // namespace mimebase::run
