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

std::string names_of_commands(std::string_view separator) {
  std::string names;
  for (const Command* command : commands())
    names.append(names.empty() ? "" : separator).append(command->name);
  return names;
}

}  // namespace mimebase::cli
