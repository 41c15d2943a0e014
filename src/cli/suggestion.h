// "Did you mean": suggests a name for a mistyped word.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::cli {

// Returns `; did you mean "links"?` if a command is similar to the word, or an empty string.
[[nodiscard]] std::string suggested_command(const CLI::App& app, std::string_view word);
// Returns the same for the first long option in `words` that the command does not have.
[[nodiscard]] std::string suggested_option(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace mimebase::cli
