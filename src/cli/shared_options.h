// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string_view>

#include "cli/arguments.h"
#include "mimebase/result.h"

namespace mimebase::cli {

// Parses decimal digits alone: CLI11 would accept a sign.
[[nodiscard]] Result<std::uint64_t> whole_number(std::string_view text);

// --message, --since, --until and --from
void add_message_filter(CLI::App& command, Arguments& arguments);
// --rules
void add_rules(CLI::App& command, Arguments& arguments);
// --rules, --retrieval-url and --base-headers
void add_bases(CLI::App& command, Arguments& arguments);
// INPUT, and how it is read
void add_input(CLI::App& command, Arguments& arguments);
// --as, of commands that show one reader
void add_reader(CLI::App& command, Arguments& arguments);
// --defanged
void add_defanged(CLI::App& command, Arguments& arguments);
// Which messages are analysed, bases, input and output, of commands that write rows
void add_rows(CLI::App& command, Arguments& arguments);
// --quiet and --progress
void add_messages(CLI::App& command, Arguments& arguments);

}  // namespace mimebase::cli
