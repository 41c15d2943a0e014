// What --help says: options in groups, examples, all of it in 80 columns.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace mimebase::cli {

// Gives `app` and its commands their help.
void set_help(CLI::App& app);

// "-o, --output FILE", as help and completions have it.
[[nodiscard]] std::vector<std::string> names_of(const CLI::Option& option);
// "FILE"; empty of a flag.
[[nodiscard]] std::string value_name(const CLI::Option& option);
// The values that an option takes, where these are known.
[[nodiscard]] std::vector<std::string> values_of(const CLI::Option& option);

}  // namespace mimebase::cli
