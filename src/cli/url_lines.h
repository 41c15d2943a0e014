// Commands that read URLs instead of mail.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "cli/arguments.h"

namespace mimebase::cli {

// Adds the options of such a command. `urls` names what it reads, and `description` describes it.
void add_url_options(CLI::App& command, Arguments& arguments, const std::string& urls,
                     const std::string& type_name, const std::string& description);

// Calls `one` with every item, or with every line of standard input if there are none. It returns the text of
// a line of output. Returns false if the output cannot be written.
[[nodiscard]] bool write_lines(std::span<const std::string> items, std::string_view what,
                               const Arguments& arguments,
                               const std::function<std::string(const std::string& item)>& one);

}  // namespace mimebase::cli
