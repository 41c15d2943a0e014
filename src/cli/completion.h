// Shell completions, generated from the commands and their options.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace mimebase::cli {

// Returns the script for "bash", "zsh" or "fish", or an empty string for another shell.
[[nodiscard]] std::string completion(const CLI::App& app, std::string_view shell);

}  // namespace mimebase::cli
