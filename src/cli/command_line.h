// Parses the command line.
#pragma once

#include <optional>

#include "cli/arguments.h"

namespace mimebase::cli {

// Reads the command line. Returns an exit status if the program must end: after an error was reported, and
// after --help and similar options.
[[nodiscard]] std::optional<int> read_command_line(int argc, char** argv, Arguments& arguments);

}  // namespace mimebase::cli
