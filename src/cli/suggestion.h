// "Did you mean": suggests a name for a mistyped word.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::cli {

// Returns `; did you mean "links"?` if a command is similar to the word, or an empty string.
[[nodiscard]] std::string suggested_command(const CLI::App& app, std::string_view word);
// Returns the same for the first long option in `words` that the command does not have. For the name of a
// format, such as --json, suggests --format.
[[nodiscard]] std::string suggested_option(const CLI::App& app, const std::vector<std::string>& words);
// Returns the sentence about a word that is none of an option's values: with the value that is similar, or
// with all values if they are few.
[[nodiscard]] std::string wrong_value(std::string_view word, const std::vector<std::string>& values);

}  // namespace mimebase::cli
