// Rows that are passed to a RowReader, from the calling thread or from another process.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/read_links.h"
#include "mimebase/result.h"
#include "run/commands/command.h"

namespace mimebase::run {

// Packed rows (database/sqlite_writer.h). The other members are those of RowBatch.
struct Chunk {
  std::string rows;
  std::vector<Error> problems;
  std::vector<std::string> notes;
  std::uint64_t messages = 0, skipped_files = 0;

  [[nodiscard]] bool is_empty() const {
    return rows.empty() && problems.empty() && notes.empty() && messages == 0 && skipped_files == 0;
  }
};

// A source of chunks. Only one thread at a time may use it.
class ChunkSource {
 public:
  ChunkSource() = default;
  virtual ~ChunkSource() = default;
  ChunkSource(const ChunkSource&) = delete;
  ChunkSource& operator=(const ChunkSource&) = delete;

  // Has the contract of RowReader::next().
  [[nodiscard]] virtual Result<std::optional<Chunk>> next(std::chrono::milliseconds most) = 0;
  // Returns true once all chunks were returned.
  [[nodiscard]] virtual bool at_end() const = 0;
};

// Returns the table that rows of this kind belong to.
[[nodiscard]] constexpr const write::Rows& table_of(RowKind kind) {
  if (kind == RowKind::kEntities) return write::kEntityRows;
  if (kind == RowKind::kComparisons) return write::kComparisonRows;
  const bool is_link = kind == RowKind::kLinks || kind == RowKind::kUniqueLinks;
  return is_link ? write::kLinkRows : write::kDiagnosticRows;
}

// Converts `options` to the options of a run.
[[nodiscard]] RunOptions run_options(const ReadOptions& options);
// Returns the command whose workers produce packed rows of this kind.
[[nodiscard]] RowCommand row_command(RowKind kind, const ReadOptions& options);

}  // namespace mimebase::run
