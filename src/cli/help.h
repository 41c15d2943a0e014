// The text of --help: options in groups, and examples, in 80 columns.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mimebase::cli {

// Sets the help of `app` and its commands. Call after all commands were added.
void set_help(CLI::App& app);

// Returns the names of an option as help and completions show them: "-o", "--output".
[[nodiscard]] std::vector<std::string> names_of(const CLI::Option& option);
// Returns the name of the option's value, such as "FILE"; empty for a flag.
[[nodiscard]] std::string value_name(const CLI::Option& option);
// Returns the values that an option accepts, if they are a fixed set.
[[nodiscard]] std::vector<std::string> values_of(const CLI::Option& option);

}  // namespace mimebase::cli
