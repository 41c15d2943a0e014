// Runs in a program of their own, for programs that have threads:
//
//   SpawnedRun run = SpawnedRun::report({{.path = "archive.mbox", .bytes = {}}}, "report.html");
//   const Result<std::optional<RunSummary>> done = run.wait();
//
// The library does not fork() the calling process. It starts the same helper program as a RowReader
// (read_links.h), under the same conditions. The program writes the output, creates the isolated processes,
// and ends with the SpawnedRun and with the calling process.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/extract.h"
#include "mimebase/read_links.h"
#include "mimebase/report.h"
#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase {
inline namespace v0_2 {

// One run that writes a file or a folder. Only one thread at a time may use it.
class MIMEBASE_API SpawnedRun {
 public:
  // Like run_report() and run_extract(). `output` is a path: that of a report, whose ending may be ".gz", or
  // one that ExtractOutput accepts. The program commits it. RunOptions::on_problem and on_note are called by
  // wait(); on_progress is not called. At most one input may be bytes. Starts no program; the first call of
  // wait() does.
  [[nodiscard]] static SpawnedRun report(std::vector<RowInput> inputs, std::string output,
                                         RunOptions options = {}, const ReportOptions& report = {});
  // `wanted` is that of run_extract(), `may_replace` that of ExtractOutput::open(). If the input has no
  // message, nothing is written, and RunSummary::messages is 0.
  [[nodiscard]] static SpawnedRun extract(RowInput input, std::string output, RunOptions options = {},
                                          const ExtractOptions& extract = {}, std::string wanted = {},
                                          bool may_replace = false);
  SpawnedRun(SpawnedRun&&) noexcept;
  SpawnedRun& operator=(SpawnedRun&&) noexcept;
  // Ends a run that has not ended, without output. Does nothing in a fork()ed copy of the calling process.
  ~SpawnedRun();

  // Waits at most `most`. Returns nothing if the run has not ended by then. Errors are those of the run, also
  // kReadError if the program cannot be started or ends unexpectedly. After the end, every call returns the
  // same.
  [[nodiscard]] Result<std::optional<RunSummary>> wait(
      std::chrono::milliseconds most = std::chrono::hours(1'000'000));

 private:
  struct MIMEBASE_LOCAL State;
  explicit SpawnedRun(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace v0_2
}  // namespace mimebase
