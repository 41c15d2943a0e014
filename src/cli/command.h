// The commands of the program. They are in commands/, and their options are rows of options/table.cpp.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "options/arguments.h"
#include "options/table.h"

namespace mimebase::cli {

using options::Arguments, options::Color, options::Option, options::Syntax, options::Value, options::Words;

// The exit statuses of every command.
inline constexpr int kAllRead = 0;
inline constexpr int kNotAllRead = 1;
inline constexpr int kUsage = 2;
inline constexpr int kNotWritten = 3;

struct Command {
  options::Commands number;
  std::string_view description;
  std::string_view usage;  // its arguments that are no options
  std::array<std::string_view, 3> examples;
  // Completes the arguments. Fails if they cannot be used together. Null if there is nothing to check.
  Result<void> (*check)(Arguments& arguments);
  // Returns the exit status.
  int (*run)(const Arguments& arguments);
  std::string_view unknown_option = {};  // what to say about an option that is similar to none

  [[nodiscard]] std::string_view name() const { return options::name_of(number); }
};

extern const Command kTree, kLinks, kCheck, kRewrite, kExtract, kCompare, kReport, kLedger, kPieces, kResolve,
    kUnwrap;

// All commands, in the order in which --help shows them.
[[nodiscard]] std::span<const Command* const> commands();
// There must be such a command.
[[nodiscard]] const Command& command_named(std::string_view name);
// Returns the names of all commands, with `separator` between them.
[[nodiscard]] std::string names_of_commands(std::string_view separator);

}  // namespace mimebase::cli
