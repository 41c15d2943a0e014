// Reads the inputs of a run: in isolated processes, or in this process.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "mimebase/run.h"
#include "run/collector.h"
#include "run/in_process.h"
#include "run/processes/processes.h"

namespace mimebase::run {

// Chooses between Processes and InProcess by RunOptions::isolation and by what the system offers.
class RunReader {
 public:
  // Starts the processes. If the system refuses them, the collector fails if the options require them;
  // otherwise this process reads, and the collector gets a note. `place` describes this process in the note.
  // `options` and `collector` must outlive the object.
  RunReader(const RunOptions& options, Collector& collector, const MakeWorker& make, std::string_view place);

  // Reads an input that the collector has begun, and ends it in the collector.
  void read(const std::string& input) { processes_ ? processes_->read(input) : in_process_->read(input); }
  // The sum of Reader::skipped_files() of all inputs.
  [[nodiscard]] std::uint64_t skipped_files() const {
    return processes_ ? processes_->skipped_files() : in_process_->skipped_files();
  }

 private:
  std::unique_ptr<Processes> processes_;
  std::unique_ptr<InProcess> in_process_;  // null if the run is isolated
};

}  // namespace mimebase::run
