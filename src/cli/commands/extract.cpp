#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/run_command.h"
#include "cli/shared_options.h"
#include "mimebase/extract.h"
#include "process/signals_held.h"

namespace mimebase::cli {
namespace {

void add_extract_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output contents");
  ExtractOptions& extract = arguments.extract;
  command.add_flag(
      "--single-file", extract.single_file,
      "Embed everything that the page shows as data: URLs; -o can then name a single HTML file (.html)");
  command.add_flag("--no-active", extract.no_active,
                   "Remove scripts, event handlers, forms, and references that would load something from "
                   "outside the folder");
  command.add_flag("--online", extract.online, "Allow the pages to use the network and run scripts");
  command
      .add_option("--message", arguments.message,
                  "Read only this message of an archive: its number or its Message-ID")
      ->type_name("N|MESSAGE-ID");
  add_bases(command, arguments);
  add_input(command, arguments);
  command.option_defaults()->group("Output");
  command
      .add_option("-o,--output", arguments.output,
                  "Write to the folder DIR, to a WARC file (.warc, .warc.gz), or with --single-file to an "
                  "HTML file (.html); the output is never partial")
      ->required()
      ->type_name("DIR|FILE");
  command.add_flag("--force", arguments.force, "Replace DIR or FILE if it exists");
  add_messages(command, arguments);
}

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

}  // namespace

const Command kExtract = {
    "extract",
    "Write a message as a folder that a browser opens offline",
    "INPUT -o DIR",
    &Arguments::inputs,
    {"mimebase extract page.mht -o page", "mimebase extract --single-file --no-active page.mht -o page.html",
     "mimebase extract --message 2 archive.mbox -o second.warc.gz"},
    add_extract_options,
    check_extract,
    extract_command};

}  // namespace mimebase::cli
