// Reads mail without isolation: one message after another, in the calling process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/input.h"
#include "mimebase/run.h"
#include "run/batch_worker.h"
#include "run/collector.h"
#include "run/digest.h"

namespace mimebase::run {

// Returns the problems that the reader met after the first `taken`, which becomes their number.
[[nodiscard]] std::vector<Error> problems_since(std::size_t& taken, const Reader& reader);

// Reads inputs and passes the pieces to the collector.
class InProcess {
 public:
  // `options` and `collector` must outlive the object.
  InProcess(const RunOptions& options, Collector& collector, std::unique_ptr<BatchWorker> worker)
      : options_(options), collector_(collector), worker_(std::move(worker)) {}

  // Reads an input that the collector has begun, and ends it in the collector.
  void read(const std::string& input);
  // The number of files passed over so far; see RunSummary::skipped_files.
  [[nodiscard]] std::uint64_t skipped_files() const { return skipped_files_; }

 private:
  // A batch, and the information that the collector gets with it.
  struct Job {
    Batch batch;
    EndedSources ended;
    std::vector<Error> problems;
    std::uint64_t before = 0;  // messages of the input before it
  };

  void work(const Job& job);

  const RunOptions& options_;
  Collector& collector_;
  const std::unique_ptr<BatchWorker> worker_;
  RunProgress progress_;
  std::uint64_t skipped_files_ = 0;
  std::size_t problems_ = 0;  // how many of the reader's problems were taken
};

}  // namespace mimebase::run
