#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/run_command.h"
#include "mimebase/extract.h"
#include "process/signals_held.h"

namespace mimebase::cli {
namespace {

Result<void> check_extract(Arguments& arguments) {
  if (arguments.inputs.size() > 1 || arguments.output == "-")
    return Error{Error::Code::kUsage, "extract: give one INPUT, and a folder or file with -o"};
  return {};
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
  RunReport report(arguments, inputs, isatty(STDERR_FILENO) != 0);
  const Result<RunSummary> summary =
      run_extract(inputs.front(), report.options, arguments.extract, arguments.message, output->target());
  report.end(summary);
  Result<void> done;
  if (summary && summary->messages > 0) done = output->commit();
  if (!summary || !done) return fail(summary ? done.error() : summary.error());
  return summary->problems > 0 ? kNotAllRead : kAllRead;
}

}  // namespace

const Command kExtract = {
    options::kExtract,
    "Write a message as a folder that a browser opens offline",
    "INPUT -o DIR",
    {"mimebase extract page.mht -o page", "mimebase extract --single-file --no-active page.mht -o page.html",
     "mimebase extract --message 2 archive.mbox -o second.warc.gz"},
    check_extract,
    extract_command};

}  // namespace mimebase::cli
