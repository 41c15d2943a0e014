// Reads mail without isolation: one message after another, in the calling process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "mimebase/input.h"
#include "run/batch_worker.h"
#include "run/digest.h"
#include "run/run_reader.h"

namespace mimebase::run {

// Reads with a worker of its own.
class InProcess : public RunReader {
 public:
  // A step works on at most `most_messages`. `options` and `collector` must outlive the object.
  InProcess(const RunOptions& options, Collector& collector, std::unique_ptr<BatchWorker> worker,
            std::size_t most_messages)
      : RunReader(options, collector), worker_(std::move(worker)), most_messages_(most_messages) {}

  void open(const RowInput& input) override;
  [[nodiscard]] bool step() override;

 private:
  void read_batch();

  const std::unique_ptr<BatchWorker> worker_;
  const std::size_t most_messages_;
  std::optional<Reader> reader_;               // of the input, until its end
  std::size_t problems_taken_ = 0;             // number of the reader's problems that were taken
  std::optional<SourceDigests> digests_ = {};  // if the destination wants them
  // The batch that is worked on, and what the collector gets with it; null before it is read.
  std::shared_ptr<const Batch> batch_;
  std::size_t next_record_ = 0;
  EndedSources ended_;
  std::vector<Error> problems_;
};

}  // namespace mimebase::run
