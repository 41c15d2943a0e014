#include "python/writing.h"

#include <pybind11/pybind11.h>

#include <chrono>
#include <optional>
#include <string_view>
#include <utility>

namespace mimebase::python {
namespace {

namespace py = pybind11;

// Maximum time before a pending signal, such as an interrupt, is noticed.
constexpr std::chrono::milliseconds kSignalInterval(50);

}  // namespace

Result<WrittenRun> finished_run(const ReadOptions& options,
                                const std::function<SpawnedRun(RunOptions options)>& make) {
  WrittenRun written;
  RunOptions run;
  run.analyze = options.analyze;
  run.input = options.input;
  run.messages = options.messages;
  run.workers = options.workers;
  run.isolation = options.isolated ? Isolation::kAuto : Isolation::kOff;
  run.on_problem = [&](std::string_view sentence) { written.problems.emplace_back(sentence); };
  run.on_note = [&](std::string_view sentence) { written.notes.emplace_back(sentence); };
  SpawnedRun spawned = make(std::move(run));
  while (true) {
    Result<std::optional<RunSummary>> summary = std::optional<RunSummary>();
    {
      const py::gil_scoped_release release;
      summary = spawned.wait(kSignalInterval);
    }
    if (!summary) return summary.error();
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!*summary) continue;
    written.messages = (*summary)->messages;
    return written;
  }
}

}  // namespace mimebase::python
