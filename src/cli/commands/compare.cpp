#include "cli/command.h"
#include "cli/option_types.h"
#include "cli/run_command.h"
#include "cli/shared_options.h"

namespace mimebase::cli {
namespace {

void add_compare_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output selection");
  add_list(command, "--as", arguments.compare.readers, all_names<MailReader>(),
           "Compare these mail readers (default: rfc1808,chromium,thunderbird,roundcube,mhonarc)")
      ->type_name("READER,...");
  add_rows(command, arguments);
  add_messages(command, arguments);
}

Result<void> check_compare(Arguments& arguments) {
  std::vector<MailReader>& readers = arguments.compare.readers;
  if (readers.size() == 1) return Error{Error::Code::kUsage, "compare: --as needs at least two readers"};
  if (readers.empty()) readers = default_compared_readers();
  return {};
}

int compare_command(const Arguments& arguments) {
  return run_rows(run_compare, arguments.compare, arguments);
}

}  // namespace

const Command kCompare = {
    "compare",
    "List every reference that mail readers open differently",
    "[INPUT...]",
    &Arguments::inputs,
    {"mimebase compare message.eml", "mimebase compare --as thunderbird,roundcube archive.mbox",
     "mimebase compare -o readers.sqlite archive.mbox"},
    add_compare_options,
    check_compare,
    compare_command};

}  // namespace mimebase::cli
