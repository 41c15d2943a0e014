#include "cli/command.h"
#include "cli/run_command.h"
#include "cli/shared_options.h"

namespace mimebase::cli {
namespace {

void add_tree_options(CLI::App& command, Arguments& arguments) {
  command.option_defaults()->group("Output selection");
  command.add_flag(
      "-v,--verbose", arguments.tree.verbose,
      "Show every candidate for the base of every part, and whether or why not the candidate is used");
  add_rows(command, arguments);
  add_reader(command, arguments);
  add_messages(command, arguments);
}

int tree_command(const Arguments& arguments) {
  return run_rows(run_tree, arguments.tree, arguments);
}

}  // namespace

const Command kTree = {
    "tree",
    "Show the MIME structure, the base of every part, and the layer that defined the base",
    "[INPUT...]",
    &Arguments::inputs,
    {"mimebase tree message.eml", "mimebase tree --verbose --base-headers base message.eml",
     "mimebase tree -o parts.jsonl archive.mbox"},
    add_tree_options,
    accept,
    tree_command};

}  // namespace mimebase::cli
