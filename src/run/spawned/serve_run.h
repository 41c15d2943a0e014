// The other end of a SpawnedRun.
#pragma once

#include "process/channel.h"

namespace mimebase::run {

// Runs the request, and sends how it ended. Returns the exit status of the program, which must have only one
// thread.
[[nodiscard]] int serve_run(process::Channel& channel, process::Message request);

}  // namespace mimebase::run
