// Makes reports and extracts messages in a separate program. For callers that have threads:
//
//   auto run = mimebase::SpawnedRun::report({{.path = "archive.mbox", .bytes = {}}}, "report.html");
//   const mimebase::Result<std::optional<mimebase::RunSummary>> done = run.wait();
//
// The library does not fork() the calling process. It starts the same helper program as a RowReader
// (read_links.h), under the same conditions. The helper program creates the isolated processes and writes the
// output. It is ended when the SpawnedRun is destroyed and when the calling process ends.
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
  // report() does the work of run_report(), and extract() that of run_extract(). They start no program; the
  // first call of wait() does. The helper program commits the output. `output` is the path of the report,
  // which may end in ".gz", or a path for ExtractOutput::open(). At most one input may be bytes. wait() calls
  // RunOptions::on_problem and on_note. on_progress is not called.
  [[nodiscard]] static SpawnedRun report(std::vector<RowInput> inputs, std::string output,
                                         RunOptions options = {}, const ReportOptions& report = {});
  // `wanted` is described at run_extract(), and `may_replace` at ExtractOutput::open(). If the input has no
  // message, nothing is written, and RunSummary::messages is 0.
  [[nodiscard]] static SpawnedRun extract(RowInput input, std::string output, RunOptions options = {},
                                          const ExtractOptions& extract = {}, std::string wanted = {},
                                          bool may_replace = false);
  SpawnedRun(SpawnedRun&&) noexcept;
  SpawnedRun& operator=(SpawnedRun&&) noexcept;
  // If the run has not ended, ends it without output. Does nothing in a process that the calling process has
  // created with fork().
  ~SpawnedRun();

  // Waits for the end of the run, at most for `most`. Returns nullopt if the run has not ended by then. Fails
  // with the error of the run, or with kReadError if the helper program cannot be started or ends
  // unexpectedly. After the end of the run, every call returns the same result.
  [[nodiscard]] Result<std::optional<RunSummary>> wait(
      std::chrono::milliseconds most = std::chrono::hours(1'000'000));

 private:
  struct MIMEBASE_LOCAL State;
  explicit SpawnedRun(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace v0_2
}  // namespace mimebase
