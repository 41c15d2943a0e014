// The words of the command line, and what is printed instead of a run.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/command.h"

namespace mimebase::cli {

// Reads the command line. Returns an exit status if the program must end: after an error was reported, and
// after --help and similar options.
[[nodiscard]] std::optional<int> read_command_line(int argc, char** argv, Arguments& arguments);

// Returns the help of a command, or with null that of the program: options in groups, and examples, in 80
// columns.
[[nodiscard]] std::string help(const Command* command);

// Returns the script with which "bash", "zsh" or "fish" completes words, or an empty string for another
// shell.
[[nodiscard]] std::string completion(std::string_view shell);

}  // namespace mimebase::cli
