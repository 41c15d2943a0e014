// Packed rows as a RowBatch.
#pragma once

#include <optional>

#include "mimebase/read_links.h"
#include "run/rows/chunk.h"

namespace mimebase::run {

// Returns nothing if the rows are not such as a run of this kind makes.
[[nodiscard]] std::optional<RowBatch> unpacked(RowKind kind, Chunk chunk);

}  // namespace mimebase::run
