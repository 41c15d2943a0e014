// The commands of the program. Each has a file in commands/.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "mimebase/result.h"

namespace mimebase::cli {

struct Command {
  std::string_view name, description;
  std::string_view usage;                      // its arguments that are no options
  std::vector<std::string> Arguments::*words;  // the member that takes these
  std::array<std::string_view, 3> examples;
  // Adds the options in the order in which --help shows them.
  void (*add_options)(CLI::App& command, Arguments& arguments);
  // Completes the arguments. Fails if they cannot be used together, which CLI11 does not detect.
  Result<void> (*check)(Arguments& arguments);
  // Returns the exit status.
  int (*run)(const Arguments& arguments);
};

extern const Command kTree, kLinks, kCheck, kRewrite, kExtract, kCompare, kReport, kResolve, kUnwrap;

// All commands, in the order in which --help shows them.
[[nodiscard]] std::span<const Command* const> commands();
// Returns null if there is no such command.
[[nodiscard]] const Command* command_named(std::string_view name);
// Returns the names of all commands, with `separator` between them.
[[nodiscard]] std::string names_of_commands(std::string_view separator);

// For commands whose arguments need no check.
[[nodiscard]] inline Result<void> accept(Arguments& /*arguments*/) {
  return {};
}

}  // namespace mimebase::cli
