// Runs commands that read mail: their inputs, problems, progress and outputs.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "mimebase/output.h"
#include "mimebase/run.h"

namespace mimebase::cli {

[[nodiscard]] bool is_folder(const std::string& path);

// Returns the inputs: standard input if none is named.
[[nodiscard]] std::vector<std::string> inputs_of(const Arguments& arguments);

// If standard input is a terminal, says what is expected there.
void say_what_is_awaited(const Arguments& arguments, std::string_view what);

// Runs a command and reports problems and progress on standard error, subject to --quiet and --progress.
[[nodiscard]] Result<RunSummary> run_and_report(
    const std::function<Result<RunSummary>(const RunOptions&)>& run, const std::vector<std::string>& inputs,
    RunOptions options, bool has_terminal, const Arguments& arguments);

// Reports why there is no output, and returns the exit status. If the program that reads it has exited, ends
// by SIGPIPE, even if that signal was ignored so far.
[[nodiscard]] int fail(const Error& error);

// Reports why the output cannot be opened, and returns the exit status. If it is also an INPUT, that is
// reported instead.
[[nodiscard]] int refuse(const Error& error, const std::vector<std::string>& inputs,
                         const Arguments& arguments);

// Runs a command that has one output, of that format. Returns the exit status.
using Run = std::function<Result<RunSummary>(const std::vector<std::string>&, const RunOptions&,
                                             const RowOptions&, Output&)>;
[[nodiscard]] int run_with_output(const Run& run, const Result<PathFormat>& format,
                                  const Arguments& arguments);

}  // namespace mimebase::cli
