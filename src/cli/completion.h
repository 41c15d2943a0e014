// Completions for shells, made of the options that the commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

namespace mimebase::cli {

// A script for "bash", "zsh" or "fish"; empty for any other.
[[nodiscard]] std::string completion(const CLI::App& app, std::string_view shell);

}  // namespace mimebase::cli
