#include "mimebase/report.h"
#include "cli/command.h"
#include "cli/option_types.h"
#include "cli/run_command.h"
#include "cli/shared_options.h"

namespace mimebase::cli {
namespace {

void add_report_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output contents");
  command
      .add_option("--rows", arguments.report.rows,
                  "Maximum number of references in the page (default: 100000)")
      ->type_name("N");
  add_bases(command, arguments);
  add_input(command, arguments);
  // A report shows what one reader opens, or compares several.
  command.option_defaults()->group("Bases and resolution");
  add_list(command, "--as", arguments.report_readers, all_names<MailReader>(),
           "Show what this reader would open, or compare these readers (default: "
           "rfc1808,chromium,thunderbird,roundcube,mhonarc)")
      ->type_name("READER,...");
  command.option_defaults()->group("Output");
  command
      .add_option("-o,--output", arguments.output,
                  "Write the page to FILE (.html), which is never partial; - is standard output")
      ->required()
      ->type_name("FILE");
  add_messages(command, arguments);
}

Result<void> check_report(Arguments& arguments) {
  const std::vector<MailReader>& readers = arguments.report_readers;
  if (readers.size() == 1) arguments.run.analyze.reader = readers.front();
  if (readers.size() > 1) arguments.run.analyze.compared = readers;
  return {};
}

int report_command(const Arguments& arguments) {
  return run_with_output(
      [&](const std::vector<std::string>& inputs, const RunOptions& options, const RowOptions&,
          Output& output) { return run_report(inputs, options, arguments.report, output); },
      report_format_from_path(arguments.output), arguments);
}

}  // namespace

const Command kReport = {"report",
                         "Write one self-contained HTML page to view",
                         "[INPUT...] -o FILE",
                         &Arguments::inputs,
                         {"mimebase report -o report.html archive.mbox",
                          "mimebase report --rows 1000 -o small.html.gz archive.mbox",
                          "mimebase links -o a.sqlite archive.mbox; mimebase report -o a.html a.sqlite"},
                         add_report_options,
                         check_report,
                         report_command};

}  // namespace mimebase::cli
