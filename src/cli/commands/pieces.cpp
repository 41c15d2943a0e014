#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/run_command.h"
#include "mimebase/output.h"
#include "mimebase/run.h"
#include "process/signals_held.h"

namespace mimebase::cli {
namespace {

Result<void> check_pieces(Arguments& arguments) {
  if (!arguments.inputs.empty()) return {};
  return Error{Error::Code::kUsage, "pieces: name the files and folders; standard input cannot be cut"};
}

// Opens the output. From now on, signals remove it if it is unfinished.
Result<Output> open_list(const Arguments& arguments) {
  const Result<PathFormat> named = format_from_path(arguments.output);
  if (named && named->format != Format::kText && named->format != Format::kJsonl)
    return Error{Error::Code::kUsage,
                 arguments.output + ": pieces are written as JSON Lines: name the file pieces.jsonl"};
  const Result<PathFormat> compression = format_from_path(arguments.output, Format::kJsonl);
  if (!compression) return compression.error();
  const SignalsHeld held(ending_signals());
  Result<Output> output = Output::open(arguments.output, {compression->gzip});
  if (output) end_on_signals({output->unfinished()});
  return output;
}

int pieces_command(const Arguments& arguments) {
  Result<Output> output = open_list(arguments);
  if (!output) return refuse(output.error(), arguments.inputs, arguments);
  RunReport report(arguments, arguments.inputs,
                   isatty(STDERR_FILENO) != 0 && output->destination() == Destination::kFile);
  const Result<RunSummary> summary = run_pieces(arguments.inputs, report.options, arguments.pieces, *output);
  report.end(summary);
  if (!summary) return fail(summary.error());
  if (Result<void> committed = output->commit(); !committed) return fail(committed.error());
  return summary->problems > 0 ? kNotAllRead : kAllRead;
}

}  // namespace

const Command kPieces = {
    options::kPieces,
    "Cut files and folders into pieces of work for many machines",
    "INPUT...",
    {"mimebase pieces archive.mbox", "mimebase pieces --megabytes 256 -o pieces.jsonl archive.mbox",
     "mimebase links --as-in-folder --range 0:64000 archive.mbox"},
    check_pieces,
    pieces_command};

}  // namespace mimebase::cli
