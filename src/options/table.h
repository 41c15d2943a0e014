// The options of all commands: one table for the command line, its help and completions, and for the keywords
// of Python's functions and their stub. To add an option, add a member to the struct of options that it sets,
// and a row to table.cpp. A test compares the table with the manual page.
//
//   const Option* option = find(kLinks, "--status");
//   if (Result<void> taken = option->value.take(option->value, arguments, "resolved"); !taken)
//     std::cerr << taken.error().message;
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/result.h"
#include "options/arguments.h"

namespace mimebase::options {

using Words = std::vector<std::string>;

// How a value is written.
enum class Syntax {
  kFlag,      // no value
  kSwitch,    // no value on the command line; `take` gets "on" or "off"
  kText,      // any text
  kNumber,    // decimal digits
  kId,        // a number or a text
  kChoice,    // one of the names
  kNames,     // a list with commas; `take` gets one item
  kLimits,    // a list of NAME=NUMBER; `take` gets one item
  kPatterns,  // any text, and the option may be repeated
  kDate,
  kRange,          // START:END
  kPositional,     // any number of arguments that are no options
  kHelp,           // prints the help
  kVersion,        // prints the version
  kSchemaVersion,  // prints the version of the rows
};

inline constexpr std::uint64_t kAnyNumber = UINT64_MAX;

struct Value {
  Syntax syntax = Syntax::kFlag;
  // kFlag: the member that it sets.
  bool& (*flag)(Arguments&) = nullptr;
  // All but kFlag: sets or extends a member. Fails with a sentence about the word.
  Result<void> (*take)(const Value& self, Arguments& arguments, const std::string& word) = nullptr;
  // The words that a value can be, if they are a fixed set.
  Words (*names)() = nullptr;
  std::string_view words = {};  // the same, with commas between them
  // kNames: removes the default.
  void (*clear)(Arguments&) = nullptr;
  std::uint64_t least = 0, most = kAnyNumber;  // kNumber
};

struct Option {
  std::string_view names;     // "-o,--output"; "!" before a name makes it the opposite of a kSwitch
  std::string_view argument;  // what help calls the value: "FILE"
  std::string_view group;     // the heading in the help
  Commands commands;          // the commands that have it
  Commands functions;         // the functions of Python that have it as a keyword
  Value value;
  std::string_view help;  // "{}" stands for the names; "{*}" for the same, the first as the default
  struct More {
    std::string_view keyword = {};   // in Python, unless it follows from the long name
    std::string_view excludes = {};  // an option with which it cannot be combined
    bool is_required = false;
  } more = {};
};

// Returns the options of a command, in the order of help and completions; or with &Option::functions, the
// keywords of a function of Python.
[[nodiscard]] std::vector<const Option*> options_of(Commands command,
                                                    Commands Option::*where = &Option::commands);
// Returns null if the command has no option of that name.
[[nodiscard]] const Option* find(Commands command, std::string_view name);

[[nodiscard]] std::string_view name_of(Commands command);
// Returns kNone if there is no such command.
[[nodiscard]] Commands command_named(std::string_view name);

// Returns "-o" and "--output".
[[nodiscard]] Words names_of(const Option& option);
// Returns "base_headers"; for a word that Python reserves, "from_".
[[nodiscard]] std::string keyword_of(const Option& option);
// Returns the words that help and completions show, if they are a fixed set. A limit is shown as "depth=".
[[nodiscard]] Words values_of(const Value& value);
// Returns the text of the help, in which the names have replaced "{}".
[[nodiscard]] std::string help_of(const Option& option);

// Completes the arguments after all options were taken, and checks options that several commands have. The
// sentence of an error names options as the command line does. `inputs` is the number of inputs.
[[nodiscard]] Result<void> complete(Arguments& arguments, std::size_t inputs);

// Adds a domain whose look-alikes are reported.
[[nodiscard]] Result<void> add_domain(Arguments& arguments, const std::string& domain);

// Returns `; did you mean "links"?` if a name is similar to a mistyped word, or an empty string.
[[nodiscard]] std::string suggestion(std::string_view word, const Words& names);

// Returns the items of a list with commas: one empty item if the list is empty.
[[nodiscard]] Words split(std::string_view list);
// Returns the words with `separator` between them.
[[nodiscard]] std::string joined(const Words& words, std::string_view separator);

}  // namespace mimebase::options
