// "Did you mean": the name that comes nearest to a word that is none.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::cli {

// `; did you mean "links"?` where a command comes near the word, else nothing.
[[nodiscard]] std::string suggested_command(const CLI::App& app, std::string_view word);
// The same of the first long option among the words that the command said does not have.
[[nodiscard]] std::string suggested_option(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace mimebase::cli
