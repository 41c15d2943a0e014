// Reads the inputs of a run: with isolated workers, or with a worker in the calling process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/read_links.h"
#include "mimebase/run.h"
#include "run/driver/batch_worker.h"
#include "run/driver/collector.h"
#include "run/driver/destination.h"

namespace mimebase::run {

// Returns the name of an input in results: "-" for bytes, as for standard input.
[[nodiscard]] inline std::string input_name(const RowInput& input) {
  return input.bytes ? "-" : input.path;
}

// Reads one input after another, and passes the results to a collector, in input order. There are two: one
// that assigns the work to isolated processes (processes/processes.h), and one that does it itself. A run
// without isolation makes the latter, and everything else is the same.
class RunReader {
 public:
  // Starts the processes if RunOptions::isolation asks for them. If the system refuses them, the collector
  // fails if they are required; otherwise this process reads, and the collector gets a note. `place`
  // describes this process in the note. `options` and `collector` must outlive the object. Without processes,
  // a step works on at most `most_messages`.
  [[nodiscard]] static std::unique_ptr<RunReader> start(const RunOptions& options, Collector& collector,
                                                        const MakeWorker& make, std::string_view place,
                                                        std::size_t most_messages);
  virtual ~RunReader() = default;
  RunReader(const RunReader&) = delete;
  RunReader& operator=(const RunReader&) = delete;

  // Opens an input that the collector has begun, and that step() reads.
  virtual void open(const RowInput& input) = 0;
  // Reads some of the input. Returns false after its end, which the collector knows by then.
  [[nodiscard]] virtual bool step() = 0;
  // The sum of Reader::skipped_files() of all inputs.
  [[nodiscard]] std::uint64_t skipped_files() const { return skipped_files_; }
  // The sum of Reader::skipped_revisits() of all inputs.
  [[nodiscard]] std::uint64_t skipped_revisits() const { return skipped_revisits_; }

 protected:
  RunReader(const RunOptions& options, Collector& collector) : options_(options), collector_(collector) {}

  void begin_progress() {
    bytes_before_ = progress_.bytes_done;
    found_ = 0;
  }
  // Reports that more messages were found, and how many bytes of the input are done.
  void progress(std::uint64_t bytes_done, std::uint64_t messages);

  const RunOptions& options_;
  Collector& collector_;
  std::uint64_t found_ = 0;  // messages of the input so far
  std::uint64_t skipped_files_ = 0, skipped_revisits_ = 0;

 private:
  RunProgress progress_;
  std::uint64_t bytes_before_ = 0;  // of the previous inputs
};

// Reads all inputs and finishes the output.
[[nodiscard]] Result<RunSummary> read_all(const std::vector<std::string>& inputs, const RunOptions& options,
                                          Destination& destination, const MakeWorker& make);

// The same options for a run that can use only some kinds of sources.
[[nodiscard]] inline RunOptions for_use(InputUse use, RunOptions options) {
  options.input.use = use;
  return options;
}

// No exception of the standard library leaves the library: if memory runs out, the run fails.
[[nodiscard]] inline Error out_of_memory() {
  return {Error::Code::kNoMemory, "out of memory"};
}

}  // namespace mimebase::run
