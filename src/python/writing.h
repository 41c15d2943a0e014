// Runs that write a file or a folder, in a program of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mimebase/read_links.h"
#include "mimebase/result.h"
#include "mimebase/spawned_run.h"

namespace mimebase::python {

// How a run ended.
struct WrittenRun {
  std::uint64_t messages = 0;
  std::vector<std::string> problems, notes;
};

// Runs what `make` returns, and waits for its end while other Python threads run. A signal may throw
// py::error_already_set; the run then ends without output. Call with the interpreter's lock.
[[nodiscard]] Result<WrittenRun> finished_run(const ReadOptions& options,
                                              const std::function<SpawnedRun(RunOptions options)>& make);

}  // namespace mimebase::python
