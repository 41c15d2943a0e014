#include <cerrno>
#include <cstring>
#include <fstream>
#include <string>

#include "cli/command.h"
#include "cli/option_types.h"
#include "cli/run_command.h"
#include "cli/shared_options.h"
#include "mimebase/diagnostics.h"

namespace mimebase::cli {
namespace {

void add_check_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output selection");
  add_list(command, "--code", arguments.check.filter.codes, all_names<DiagnosticCode>(),
           "Report only these codes")
      ->type_name("C,...");
  add_list(command, "--severity", arguments.check.filter.severities, all_names<Severity>(),
           "Report only these severities: error, warning, note")
      ->type_name("S,...");
  command.add_flag("--summary", arguments.check.summary,
                   "Write one row per code instead of one per diagnostic, with a count and an example; codes "
                   "that compare domains get one row per pair of domains");
  command.add_flag("--strict", arguments.strict, "Also exit with 1 if there is a warning");
  command
      .add_option("--domains", arguments.domains,
                  "Report hosts that look like a domain in FILE; FILE has one domain per line, and # starts "
                  "a comment")
      ->type_name("FILE");
  add_defanged(command, arguments);
  add_rows(command, arguments);
  add_reader(command, arguments);
  add_messages(command, arguments);
}

// Reads the file of --domains.
Result<void> read_domains(Arguments& arguments) {
  if (arguments.domains.empty()) return {};
  const auto wrong = [&](const std::string& why) {
    return Error{Error::Code::kUsage, "--domains " + arguments.domains + why};
  };
  std::ifstream file(arguments.domains);
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    line = CLI::detail::trim_copy(line.substr(0, line.find('#')));
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (line.empty()) continue;
    AnalyzeOptions options;
    options.domains.push_back(line);
    if (const Result<void> checked = check_options(options); !checked)
      return wrong(": line " + std::to_string(number) + ": " + checked.error().message);
    arguments.run.analyze.domains.push_back(line);
  }
  if (file.eof()) return {};
  return wrong(std::string(" cannot be read: ") + std::strerror(errno));
}

int check_command(const Arguments& arguments) {
  return run_rows(run_check, arguments.check, arguments);
}

}  // namespace

const Command kCheck = {
    "check",
    "Report mistakes, deceptive links, and references that other programs resolve differently",
    "[INPUT...]",
    &Arguments::inputs,
    {"mimebase check message.eml", "mimebase check --code text-differs archive.mbox",
     "mimebase check --summary --severity error archive.mbox"},
    add_check_options,
    read_domains,
    check_command};

}  // namespace mimebase::cli
