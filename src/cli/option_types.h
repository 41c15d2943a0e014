// Kinds of options: names, lists of names, patterns, and values with a parser.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/suggestion.h"
#include "mimebase/names.h"
#include "mimebase/result.h"

namespace mimebase::cli {

// The accepted names of an option's values.
template <typename T>
using Names = std::vector<std::pair<std::string, T>>;

// Returns all values of an enumeration of the library, with their names.
template <typename T>
Names<T> all_names() {
  Names<T> names;
  for (const T value : all_values<T>()) names.emplace_back(name_of(value), value);
  return names;
}

template <typename T>
std::string join(const Names<T>& names, const std::string& separator) {
  return CLI::detail::join(
      names, [](const auto& entry) { return entry.first; }, separator);
}

template <typename T>
T value_of(const std::string& option, const Names<T>& names, const std::string& word) {
  std::vector<std::string> words;
  for (const auto& [name, value] : names) {
    if (name == word) return value;
    words.push_back(name);
  }
  throw CLI::ValidationError(option, wrong_value(word, words));
}

// Adds an option that takes one word, which `take` checks. Help and completions read the names from a
// validator, which accepts everything.
template <typename T>
CLI::Option* add_named(CLI::App& command, const std::string& option, const Names<T>& names,
                       const std::function<void(const std::string&)>& take, const std::string& description) {
  return command.add_option_function<std::string>(option, take, description)
      ->check(CLI::Validator([](std::string&) { return std::string(); }, "{" + join(names, ",") + "}"));
}

// Adds an option whose argument is a comma-separated list of names. "!" before a name excludes it.
template <typename T>
CLI::Option* add_list(CLI::App& command, const std::string& option, std::vector<T>& list,
                      const Names<T>& names, const std::string& description) {
  const auto take = [option, &list, names](const std::string& argument) {
    for (const std::string& item : CLI::detail::split(argument, ',')) {
      const bool is_excluded = item.starts_with('!');
      const T value = value_of(option, names, item.substr(is_excluded ? 1 : 0));
      if (!is_excluded) {
        list.push_back(value);
        continue;
      }
      if (list.empty()) {
        for (const auto& [name, each] : names) list.push_back(each);
      }
      std::erase(list, value);
      // An empty list would mean everything.
      if (list.empty()) throw CLI::ValidationError(option, "nothing is left");
    }
  };
  return add_named(command, option, names, take, description);
}

// Adds an option whose argument is one of the names.
template <typename Value, typename T>
CLI::Option* add_choice(CLI::App& command, const std::string& option, Value& value, const Names<T>& names,
                        const std::string& description) {
  const auto take = [option, &value, names](const std::string& word) {
    value = value_of(option, names, word);
  };
  return add_named(command, option, names, take, description);
}

// Calls `parse` with the argument of an option, and puts its result into `value`.
template <typename Value, typename Parse>
CLI::Option* add_parsed(CLI::App& command, const std::string& option, Value& value, Parse parse,
                        const std::string& description) {
  const auto take = [option, &value, parse](const std::string& argument) {
    const auto parsed = parse(argument);
    if (!parsed) throw CLI::ValidationError(option, parsed.error().message);
    value = *parsed;
  };
  return command.add_option_function<std::string>(option, take, description);
}

// An option that may be given several times; its patterns are alternatives.
inline void add_globs(CLI::App& command, const std::string& option, std::vector<std::string>& globs,
                      const std::string& description) {
  command.add_option(option, globs, description)
      ->allow_extra_args(false)
      ->type_name("GLOB")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

// "rfc1808 (default), draft-05, rfc3986, whatwg"
template <typename T>
std::string choices() {
  std::string text;
  for (const T value : all_values<T>())
    text.append(text.empty() ? "" : ", ").append(name_of(value)).append(value == T() ? " (default)" : "");
  return text;
}

}  // namespace mimebase::cli
