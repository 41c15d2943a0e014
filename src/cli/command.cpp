#include "cli/command.h"

#include <algorithm>

namespace mimebase::cli {

std::span<const Command* const> commands() {
  static constexpr const Command* kCommands[] = {&kTree,    &kLinks,   &kCheck,  &kRewrite,
                                                 &kExtract, &kCompare, &kReport, &kLedger,
                                                 &kPieces,  &kResolve, &kUnwrap};
  return kCommands;
}

const Command& command_named(std::string_view name) {
  const auto all = commands();
  return **std::find_if(all.begin(), all.end(), [&](const Command* each) { return each->name() == name; });
}

std::string names_of_commands(std::string_view separator) {
  std::string names;
  for (const Command* command : commands())
    names.append(names.empty() ? "" : separator).append(command->name());
  return names;
}

}  // namespace mimebase::cli
