#include "cli/run_command.h"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <optional>
#include <utility>

#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "mimebase/input.h"
#include "process/signals_held.h"

namespace mimebase::cli {
namespace {

// Returns true if the progress line cannot mix with other output on the terminal. A program that reads rows
// from a pipe may write to the terminal as well.
bool has_terminal_of_its_own(const Output& output) {
  return isatty(STDERR_FILENO) != 0 && output.destination() == Destination::kFile;
}

// Opens the output. From now on, signals remove it if it is unfinished.
Result<Output> open_output(const Arguments& arguments, bool gzip) {
  if (Result<void> checked = check_are_separate({arguments.output, arguments.domains}); !checked)
    return checked.error();
  const SignalsHeld held(ending_signals());
  Result<Output> output = Output::open(arguments.output, {gzip, arguments.append});
  if (output) end_on_signals({output->unfinished()});
  return output;
}

int status_of(const Error& error) {
  return error.code == Error::Code::kUsage ? kUsage : kNotWritten;
}

}  // namespace

bool is_folder(const std::string& path) {
  struct stat status = {};
  return path != "-" && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::vector<std::string> inputs_of(const Arguments& arguments) {
  return arguments.inputs.empty() ? std::vector<std::string>{"-"} : arguments.inputs;
}

void say_what_is_awaited(const Arguments& arguments, std::string_view what) {
  if (!arguments.quiet && isatty(STDIN_FILENO) != 0)
    complain("reading " + std::string(what) + " from the terminal (end with Ctrl-D)");
}

Result<RunSummary> run_and_report(const std::function<Result<RunSummary>(const RunOptions&)>& run,
                                  const std::vector<std::string>& inputs, RunOptions options,
                                  bool has_terminal, const Arguments& arguments) {
  std::optional<Progress> progress;
  if (!arguments.quiet) options.on_problem = options.on_note = complain;
  if (arguments.progress.value_or(has_terminal) && !arguments.quiet) {
    progress.emplace(inputs, arguments.run.input.range);
    options.on_progress = [&progress](const RunProgress& so_far) { progress->show(so_far); };
  }
  if (arguments.inputs.empty()) say_what_is_awaited(arguments, "mail");
  Result<RunSummary> summary = run(options);
  // These notes are for people who watch the run. Logs do not need them.
  const bool is_watched = !arguments.quiet && arguments.progress.value_or(isatty(STDERR_FILENO) != 0);
  if (summary && is_watched && !summary->nothing_found.empty()) complain(summary->nothing_found);
  if (summary && is_watched && summary->skipped_files > 0)
    complain(summary->skipped_files == 1 ? "1 file or entry that is not mail was skipped"
                                         : std::to_string(summary->skipped_files) +
                                               " files or entries that are not mail were skipped");
  return summary;
}

int fail(const Error& error) {
  if (error.code == Error::Code::kClosedPipe) {
    end_on_closed_pipe();
  } else {
    complain(error.message);
  }
  return status_of(error);
}

int refuse(const Error& error, const std::vector<std::string>& inputs, const Arguments& arguments) {
  const Result<void> checked = check_is_no_input(arguments.output, inputs, arguments.run.input);
  const Error& said = checked ? error : checked.error();
  complain(said.message);
  return status_of(said);
}

int run_with_output(const Run& run, const Result<PathFormat>& format, const Arguments& arguments) {
  const std::vector<std::string> inputs = inputs_of(arguments);
  if (!format) return refuse(format.error(), inputs, arguments);
  Result<Output> output = open_output(arguments, format->gzip);
  if (!output) return refuse(output.error(), inputs, arguments);
  RunOptions options = arguments.run;
  RowOptions rows = arguments.rows;
  rows.force = arguments.force;
  std::stop_source stop;
  std::optional<SignalsHeld> held;
  if (output->is_append()) {
    rows.stop = stop.get_token();
    held.emplace(ending_signals());
    if (!stop_on_signals(stop)) held.reset();
  }
  rows.format = format->format;
  if (format->format == Format::kUrls) options.analyze.full_data_urls = true;  // a cut URL is useless
  rows.to_terminal = output->destination() == Destination::kTerminal;
  const Result<RunSummary> summary =
      run_and_report([&](const RunOptions& given) { return run(inputs, given, rows, *output); }, inputs,
                     options, has_terminal_of_its_own(*output), arguments);
  while (stop.stop_requested()) pause();  // until the thread that requested it ends the program
  Result<void> committed;
  if (summary) committed = output->commit();
  if (!summary || !committed) return fail(summary ? committed.error() : summary.error());
  const bool bad =
      summary->problems > 0 || summary->errors > 0 || (arguments.strict && summary->warnings > 0);
  return bad ? kNotAllRead : kAllRead;
}

}  // namespace mimebase::cli
