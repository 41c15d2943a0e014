// What the commands that read mail have in common: inputs, problems, progress and exit statuses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/terminal.h"
#include "mimebase/run.h"

namespace mimebase::cli {

[[nodiscard]] bool is_folder(const std::string& path);

// Returns the inputs: standard input if none is named.
[[nodiscard]] std::vector<std::string> inputs_of(const Arguments& arguments);

// If standard input is a terminal, says what is expected there.
void say_what_is_awaited(const Arguments& arguments, std::string_view what);

// Reports the problems and the progress of a run on standard error, subject to --quiet and --progress.
class RunReport {
 public:
  // `arguments` must outlive the object, and the object the run. Progress is shown by default if
  // `has_terminal` says that the line cannot mix with other output.
  RunReport(const Arguments& arguments, const std::vector<std::string>& inputs, bool has_terminal);

  // The options of the run, whose functions report to this object.
  RunOptions options;
  // Call after the run. Reports what was not found and what was skipped, and removes the progress line.
  void end(const Result<RunSummary>& summary);

 private:
  const Arguments& arguments_;
  std::optional<Progress> progress_;
};

// Reports why there is no output, and returns the exit status. If the program that reads it has exited, ends
// by SIGPIPE, even if that signal was ignored so far.
[[nodiscard]] int fail(const Error& error);

// Reports why the output cannot be opened, and returns the exit status. If it is also an INPUT, that is
// reported instead.
[[nodiscard]] int refuse(const Error& error, const std::vector<std::string>& inputs,
                         const Arguments& arguments);

}  // namespace mimebase::cli
