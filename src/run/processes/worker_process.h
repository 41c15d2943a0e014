// A process that works on batches; see processes.h.
#pragma once

#include "input/context.h"
#include "process/channel.h"
#include "process/child.h"
#include "run/driver/batch_worker.h"

namespace mimebase::run {

// Executes the jobs that the parent process sends, until the parent exits. Must be called in the sandbox.
void run_worker_process(const input::Options& options, BatchWorker& worker, process::Channel& channel,
                        process::Status& status);

}  // namespace mimebase::run
