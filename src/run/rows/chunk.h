// Rows on their way to a RowReader, from the calling thread or from another process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mimebase/read_links.h"
#include "mimebase/result.h"
#include "write/columns.h"

namespace mimebase::run {

// Packed rows (database/sqlite_writer.h). The other members are those of RowBatch.
struct Chunk {
  std::string rows;
  std::vector<Error> problems;
  std::vector<std::string> notes;
  std::uint64_t messages = 0, skipped_files = 0, skipped_revisits = 0;

  [[nodiscard]] bool is_empty() const {
    return rows.empty() && problems.empty() && notes.empty() && messages == 0 && skipped_files == 0 &&
           skipped_revisits == 0;
  }
};

// Returns the table that rows of this kind belong to.
[[nodiscard]] constexpr const write::Rows& table_of(RowKind kind) {
  if (kind == RowKind::kEntities) return write::kEntityRows;
  if (kind == RowKind::kComparisons) return write::kComparisonRows;
  const bool is_link = kind == RowKind::kLinks || kind == RowKind::kUniqueLinks;
  return is_link ? write::kLinkRows : write::kDiagnosticRows;
}

}  // namespace mimebase::run
