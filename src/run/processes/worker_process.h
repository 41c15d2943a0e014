// A process that works on batches; see processes.h.
#pragma once

#include <optional>

#include "input/context.h"
#include "mimebase/run.h"
#include "process/channel.h"
#include "process/child.h"
#include "run/batch_worker.h"
#include "run/processes/mbox_part.h"
#include "run/processes/wire.h"

namespace mimebase::run {

// Executes the jobs that the parent process sends.
class WorkerProcess {
 public:
  // All arguments must outlive the object.
  WorkerProcess(const input::Options& options, BatchWorker& worker, process::Channel& channel,
                process::Status& status);

  // Executes jobs until the parent exits. Must be called in the sandbox.
  void run();

 private:
  void on_job(process::Message& message);
  [[nodiscard]] std::optional<Batch> split(const Assignment& job, process::Message& message);
  void deliver(const Piece& piece, bool is_last);

  MboxParts parts_;
  BatchWorker& worker_;
  process::Channel& channel_;
  process::Status& status_;
};

}  // namespace mimebase::run
