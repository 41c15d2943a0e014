#include "cli/run_command.h"

#include <sys/stat.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "mimebase/input.h"
#include "mimebase/output.h"

namespace mimebase::cli {
namespace {

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
    complain("reading " + std::string(what) + " from the terminal (end with Ctrl-D)" +
             (arguments.swallowed.empty() ? "" : ", because " + arguments.swallowed));
  else if (!arguments.quiet && !arguments.swallowed.empty())
    complain("reading " + std::string(what) + " from standard input, because " + arguments.swallowed);
}

RunReport::RunReport(const Arguments& arguments, const std::vector<std::string>& inputs, bool has_terminal)
    : options(arguments.run), arguments_(arguments) {
  if (!arguments.quiet) options.on_problem = options.on_note = complain;
  if (arguments.progress.value_or(has_terminal) && !arguments.quiet) {
    progress_.emplace(inputs, options.input.range);
    options.on_progress = [this](const RunProgress& so_far) { progress_->show(so_far); };
  }
  if (arguments.inputs.empty()) say_what_is_awaited(arguments, "mail");
}

// Files that were skipped may be missed, so their number is always reported. The other notes are for people
// who watch the run; logs do not need them.
void RunReport::end(const Result<RunSummary>& summary) {
  const bool is_watched = !arguments_.quiet && arguments_.progress.value_or(isatty(STDERR_FILENO) != 0);
  if (summary && is_watched && !summary->nothing_found.empty()) complain(summary->nothing_found);
  const bool takes_pages = arguments_.command == options::kExtract;
  if (summary && !arguments_.quiet && summary->skipped_files > 0)
    complain(summary->skipped_files == 1
                 ? std::string("1 file or entry that is neither mail nor ") +
                       (takes_pages ? "an HTML page" : "a document") + " was skipped"
                 : std::to_string(summary->skipped_files) + " files or entries that are neither mail nor " +
                       (takes_pages ? "HTML pages" : "documents") + " were skipped");
  if (summary && is_watched && summary->skipped_revisits > 0)
    complain(summary->skipped_revisits == 1
                 ? "1 WARC record was skipped because it only refers to another (revisit)"
                 : std::to_string(summary->skipped_revisits) +
                       " WARC records were skipped because they only refer to others (revisit)");
  progress_.reset();
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

}  // namespace mimebase::cli
