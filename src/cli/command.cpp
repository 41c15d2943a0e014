#include "cli/command.h"

namespace mimebase::cli {

std::span<const Command* const> commands() {
  static constexpr const Command* kCommands[] = {&kTree,    &kLinks,  &kCheck,   &kRewrite, &kExtract,
                                                 &kCompare, &kReport, &kResolve, &kUnwrap};
  return kCommands;
}

const Command* command_named(std::string_view name) {
  for (const Command* command : commands()) {
    if (command->name == name) return command;
  }
  return nullptr;
}

}  // namespace mimebase::cli
