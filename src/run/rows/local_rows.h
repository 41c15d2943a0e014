// Rows without isolation.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "mimebase/input.h"
#include "run/collector.h"
#include "run/commands/row_worker.h"
#include "run/in_process.h"
#include "run/rows/chunk.h"
#include "run/rows/row_sender.h"

namespace mimebase::run {

// Reads mail in the calling thread, one message at a time.
class LocalRows : public ChunkSource {
 public:
  LocalRows(RowKind kind, std::vector<RowInput> inputs, const ReadOptions& options);

  [[nodiscard]] Result<std::optional<Chunk>> next(std::chrono::milliseconds most) override;
  [[nodiscard]] bool at_end() const override { return has_ended_ && chunks_.empty(); }

 private:
  // Opens an input, reads a batch, analyses a message, or finishes the run.
  void step();
  void open_input();
  void read_batch();
  void read_message();
  void finish();

  std::vector<RowInput> inputs_;
  const RunOptions options_;
  const RowCommand command_;
  std::deque<Chunk> chunks_;  // not returned yet
  RowSender sender_;
  Collector collector_;
  RowWorker worker_;
  std::size_t next_input_ = 0;
  std::optional<Reader> reader_;
  std::size_t problems_ = 0;  // number of the reader's problems that were reported
  std::shared_ptr<const Batch> batch_;
  std::size_t next_record_ = 0;
  std::uint64_t skipped_files_ = 0;
  std::optional<Error> failed_;
  bool has_ended_ = false;
};

}  // namespace mimebase::run
