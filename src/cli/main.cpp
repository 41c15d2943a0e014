// The program: reads options, calls the library, and returns the exit status.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <functional>
#include <iostream>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "mimebase/explain.h"
#include "mimebase/extract.h"
#include "mimebase/output.h"
#include "mimebase/report.h"
#include "mimebase/run.h"
#include "mimebase/unwrap.h"
#include "mimebase/url.h"
#include "signals_held.h"

namespace mimebase::cli {
namespace {

// Runs a command that has one output.
using Run = std::function<Result<RunSummary>(const std::vector<std::string>&, const RunOptions&,
                                             const RowOptions&, Output&)>;

bool is_folder(const std::string& path) {
  struct stat status = {};
  return path != "-" && stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::vector<std::string> inputs_of(const Arguments& arguments) {
  return arguments.inputs.empty() ? std::vector<std::string>{"-"} : arguments.inputs;
}

// Returns true if the progress line cannot mix with other output on the terminal. A program that reads rows
// from a pipe may write to the terminal as well.
bool has_terminal_of_its_own(const Output& output) {
  return isatty(STDERR_FILENO) != 0 && output.destination() == Destination::kFile;
}

// A program that waits for a person must not seem to hang.
void say_what_is_awaited(const Arguments& arguments, std::string_view what) {
  if (!arguments.quiet && isatty(STDIN_FILENO) != 0)
    complain("reading " + std::string(what) + " from the terminal (end with Ctrl-D)");
}

// Runs a command and reports problems and progress on standard error, subject to --quiet and --progress.
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
  if (summary && summary->messages == 0 && summary->problems == 0 && !arguments.quiet &&
      arguments.progress.value_or(isatty(STDERR_FILENO) != 0)) {
    for (const std::string& input : inputs) {
      if (is_folder(input)) complain(input + ": holds no mail");
    }
  }
  // This note is for people who watch the run. Logs do not need it.
  if (summary && summary->skipped_files > 0 && !arguments.quiet &&
      arguments.progress.value_or(isatty(STDERR_FILENO) != 0)) {
    complain(std::to_string(summary->skipped_files) + " files or entries that are not mail were skipped");
  }
  return summary;
}

// Opens the output. From now on, signals remove it if it is unfinished.
Result<Output> open_output(const Arguments& arguments, bool gzip) {
  const SignalsHeld held(ending_signals());
  Result<Output> output = Output::open(arguments.output, {gzip, arguments.append});
  if (output) end_on_signals({output->unfinished()});
  return output;
}

// Returns the format of the output. Checks -o and related options before anything is opened.
Result<PathFormat> output_format(const Arguments& arguments) {
  const auto wrong = [](const std::string& sentence) { return Error{Error::Code::kUsage, sentence}; };
  if (arguments.command == Command::kReport) return report_format_from_path(arguments.output);
  Result<PathFormat> format = format_from_path(arguments.output, arguments.format);
  if (!format) return format;
  if (format->format == Format::kUrls && arguments.command != Command::kLinks)
    return wrong("--format urls works only with links");
  const std::optional<Top>& top = arguments.links.top;
  if (format->format == Format::kUrls && top && *top != Top::kUrls)
    return wrong("--top " + std::string(name_of(*top)) + " writes no URLs: omit --format urls");
  if (top && arguments.links.unique) return wrong("--top already counts: omit --unique");
  const bool is_database = format->format == Format::kSqlite;
  if (is_database && top)
    return wrong("--top cannot be written to a database: omit it, and query the view links with GROUP BY");
  if (is_database && arguments.output == "-") return wrong("the format sqlite needs -o FILE");
  if (arguments.append && !is_database) return wrong("--append needs a database (-o FILE.sqlite)");
  if (is_database && arguments.check.summary)
    return wrong(
        "--summary cannot be written to a database: omit it, and query the view diagnostics with GROUP BY "
        "code");
  if (arguments.append && arguments.force)
    return wrong("--append and --force cannot be combined: one adds to a database, the other replaces it");
  return format;
}

int status_of(const Error& error) {
  return error.code == Error::Code::kUsage ? kUsage : kNotWritten;
}

// Reports why there is no output. If the program that reads it has exited, ends by SIGPIPE, even if that
// signal was ignored so far.
int fail(const Error& error) {
  if (error.code == Error::Code::kClosedPipe) {
    end_on_closed_pipe();
  } else {
    complain(error.message);
  }
  return status_of(error);
}

// Reports why the output cannot be opened. If it is also an INPUT, that is reported instead.
int refuse(const Error& error, const std::vector<std::string>& inputs, const Arguments& arguments) {
  const Result<void> checked = check_is_no_input(arguments.output, inputs, arguments.run.input);
  const Error& said = checked ? error : checked.error();
  complain(said.message);
  return status_of(said);
}

int run_command(const Run& run, const Arguments& arguments) {
  const std::vector<std::string> inputs = inputs_of(arguments);
  const Result<PathFormat> format = output_format(arguments);
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

// The outputs of `rewrite`, which are committed together.
struct RewriteOutputs {
  std::optional<Output> output, manifest;
  std::optional<OutputFolder> folder;

  [[nodiscard]] Result<void> open(const Arguments& arguments, const std::vector<std::string>& inputs);
  [[nodiscard]] RewriteTarget target() {
    return {output ? &*output : nullptr, folder ? &*folder : nullptr, manifest ? &*manifest : nullptr};
  }
  [[nodiscard]] Result<void> commit();
};

Result<void> RewriteOutputs::open(const Arguments& arguments, const std::vector<std::string>& inputs) {
  const bool reads_folder = std::any_of(inputs.begin(), inputs.end(), is_folder);
  const bool to_folder = reads_folder || arguments.output.ends_with('/') || is_folder(arguments.output);
  if (to_folder && arguments.output == "-")
    return Error{Error::Code::kUsage, "an INPUT is a folder: give a folder for its messages with -o DIR"};
  const SignalsHeld held(ending_signals());
  std::vector<std::string> unfinished;
  if (to_folder) {
    Result<OutputFolder> opened = OutputFolder::open(arguments.output, arguments.force);
    if (!opened) return opened.error();
    unfinished.push_back(opened->unfinished());
    folder = std::move(*opened);
  } else {
    const Result<PathFormat> compression = format_from_path(arguments.output, Format::kText);
    if (!compression) return compression.error();
    Result<Output> opened = Output::open(arguments.output, {compression->gzip, false});
    if (!opened) return opened.error();
    unfinished.push_back(opened->unfinished());
    output = std::move(*opened);
  }
  if (!arguments.manifest.empty()) {
    if (arguments.manifest == arguments.output)
      return Error{Error::Code::kUsage, arguments.manifest + ": cannot be both the output and its manifest"};
    Result<Output> opened = Output::open(arguments.manifest);
    if (!opened) return opened.error();
    unfinished.push_back(opened->unfinished());
    manifest = std::move(*opened);
  }
  end_on_signals(std::move(unfinished));
  return {};
}

// Commits the manifest first, because edits cannot be undone without it.
Result<void> RewriteOutputs::commit() {
  Result<void> done;
  if (manifest) done = manifest->commit();
  if (done && output) done = output->commit();
  if (done && folder) done = folder->commit();
  return done;
}

int end_of_rewrite(const Error& error) {
  const int status = fail(error);
  return error.code == Error::Code::kUnreadable ? kNotAllRead : status;
}

int undo_command(const Arguments& arguments, const std::string& input) {
  RewriteOutputs outputs;
  Result<void> done = outputs.open(arguments, {input});
  if (done && outputs.output)
    done = check_is_no_input(arguments.output, {input, arguments.undo}, arguments.run.input);
  if (done) done = undo_rewrite(arguments.undo, input, outputs.target());
  if (done) done = outputs.commit();
  return done ? kAllRead : end_of_rewrite(done.error());
}

int rewrite_command(const Arguments& arguments) {
  const std::vector<std::string> inputs = inputs_of(arguments);
  if (!arguments.undo.empty()) return undo_command(arguments, inputs.front());
  RewriteOutputs outputs;
  if (Result<void> opened = outputs.open(arguments, inputs); !opened) return end_of_rewrite(opened.error());
  const auto run = [&](const RunOptions& options) {
    return run_rewrite(inputs, options, arguments.rewrite, outputs.target());
  };
  const bool shows = isatty(STDERR_FILENO) != 0 && arguments.output != "-";
  RunOptions options = arguments.run;
  options.input.any_is_message = true;
  const Result<RunSummary> summary = run_and_report(run, inputs, options, shows, arguments);
  if (!summary) return end_of_rewrite(summary.error());
  if (summary->messages == 0 && summary->problems > 0) return kNotAllRead;  // there is no output to keep
  if (Result<void> committed = outputs.commit(); !committed) return end_of_rewrite(committed.error());
  if (summary->updated_fields > 0 && !arguments.quiet) {
    complain(std::to_string(summary->updated_fields) + " Content-Length or Content-MD5 fields were updated");
  }
  return summary->problems > 0 ? kNotAllRead : kAllRead;
}

// Opens the output of `extract`. From now on, signals remove it if it is unfinished.
Result<ExtractOutput> open_extract_output(const Arguments& arguments) {
  const SignalsHeld held(ending_signals());
  Result<ExtractOutput> output = ExtractOutput::open(arguments.output, arguments.extract, arguments.force);
  if (output) end_on_signals({output->unfinished()});
  return output;
}

int extract_command(const Arguments& arguments) {
  const std::vector<std::string> inputs = inputs_of(arguments);
  Result<ExtractOutput> output = open_extract_output(arguments);
  if (!output) return refuse(output.error(), inputs, arguments);
  const auto run = [&](const RunOptions& options) {
    return run_extract(inputs.front(), options, arguments.extract, arguments.message, output->target());
  };
  const Result<RunSummary> summary =
      run_and_report(run, inputs, arguments.run, isatty(STDERR_FILENO) != 0, arguments);
  Result<void> done;
  if (summary && summary->messages > 0) done = output->commit();
  if (!summary || !done) return fail(summary ? done.error() : summary.error());
  return summary->problems > 0 ? kNotAllRead : kAllRead;
}

// Calls `one` with every item, or with every line of standard input if there are none. It returns the text of
// a line of output. Returns false if the output cannot be written.
bool write_lines(std::span<const std::string> items, std::string_view what, const Arguments& arguments,
                 const std::function<std::string(const std::string& item)>& one) {
  const bool to_terminal = isatty(STDOUT_FILENO) != 0;
  bool written = true;
  const auto write_one = [&](const std::string& item) {
    std::string line = one(item);
    if (to_terminal) line = escape_for_terminal(line);
    line += '\n';
    written = written && std::fwrite(line.data(), 1, line.size(), stdout) == line.size();
  };
  if (items.empty()) {
    say_what_is_awaited(arguments, what);
    for (std::string line; written && std::getline(std::cin, line);) write_one(line);
  } else {
    std::for_each(items.begin(), items.end(), write_one);
  }
  written = std::fflush(stdout) == 0 && written;
  if (!written) complain("standard output: cannot be written");
  return written;
}

// A reference that cannot be resolved becomes an empty line, with the reason on standard error.
int resolve_command(const Arguments& arguments) {
  const Rules rules{arguments.run.analyze.rules, {}};
  const std::string& base = arguments.urls.front();
  const Resolver resolver(base, rules);
  bool all = true;
  const auto one = [&](const std::string& reference) {
    std::string resolved;
    const Result<void> result = resolver.resolve(reference, resolved);
    all = all && result;
    if (!result && !arguments.quiet) complain("\"" + reference + "\": " + result.error().message);
    if (arguments.format == Format::kJsonl) return json_row(explain(base, reference, rules));
    return result ? resolved : std::string();
  };
  if (!write_lines(std::span(arguments.urls).subspan(1), "references", arguments, one)) return kNotWritten;
  return all ? kAllRead : kNotAllRead;
}

// Prints a URL that is not wrapped, or whose service does not reveal what it wraps, as it is.
int unwrap_command(const Arguments& arguments) {
  bool all = true;
  const auto one = [&](const std::string& line) {
    const std::string url = line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
    const Unwrapped unwrapped = unwrap_all(url);
    all = all && !unwrapped.limit_hit;
    if (unwrapped.limit_hit && !arguments.quiet)
      complain("\"" + url + "\": has more than " + std::to_string(kMaxUnwrapLayers) + " layers");
    const bool is_opaque = !unwrapped.layers.empty() && unwrapped.layers.back().url.empty();
    if (is_opaque && arguments.verbose && !arguments.quiet)
      complain("only the server of " + std::string(unwrapped.layers.back().wrapper) +
               " knows the target of \"" + url + "\"");
    if (arguments.format == Format::kJsonl) return json_row(url, unwrapped);
    const std::string_view innermost = unwrapped.innermost();
    return innermost.empty() ? url : std::string(innermost);
  };
  if (!write_lines(arguments.urls, "URLs", arguments, one)) return kNotWritten;
  return all ? kAllRead : kNotAllRead;
}

// Runs links, tree or check.
template <typename Options>
int run_rows(Result<RunSummary> (*run)(const std::vector<std::string>&, const RunOptions&, const Options&,
                                       Output&),
             Options options, const Arguments& arguments) {
  return run_command(
      [&](const std::vector<std::string>& inputs, const RunOptions& given, const RowOptions& rows,
          Output& output) {
        options.rows = rows;
        return run(inputs, given, options, output);
      },
      arguments);
}

int run_command(const Arguments& arguments) {
  switch (arguments.command) {
    case Command::kTree:
      return run_rows(run_tree, arguments.tree, arguments);
    case Command::kLinks:
      return run_rows(run_links, arguments.links, arguments);
    case Command::kCheck:
      return run_rows(run_check, arguments.check, arguments);
    case Command::kCompare:
      return run_rows(run_compare, arguments.compare, arguments);
    case Command::kReport:
      return run_command(
          [&](const std::vector<std::string>& inputs, const RunOptions& options, const RowOptions&,
              Output& output) { return run_report(inputs, options, arguments.report, output); },
          arguments);
    case Command::kRewrite:
      return rewrite_command(arguments);
    case Command::kExtract:
      return extract_command(arguments);
    case Command::kUnwrap:
      return unwrap_command(arguments);
    case Command::kResolve:
      break;
  }
  return resolve_command(arguments);
}

// Opens standard streams that are closed. Otherwise the next file to be opened, such as the output, would get
// the descriptor of a standard stream.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDONLY);  // gets the lowest free descriptor
  }
}

}  // namespace
}  // namespace mimebase::cli

int main(int argc, char** argv) {
  mimebase::cli::open_closed_streams();
  (void)std::signal(SIGXFSZ, SIG_IGN);  // write() reports files that exceed the size limit
  mimebase::cli::Arguments arguments;
  try {
    const std::optional<int> status = mimebase::cli::read_command_line(argc, argv, arguments);
    return status ? *status : mimebase::cli::run_command(arguments);
  } catch (const std::bad_alloc&) {
    (void)std::fputs("mimebase: out of memory\n", stderr);
    return mimebase::cli::kNotWritten;
  }
}
