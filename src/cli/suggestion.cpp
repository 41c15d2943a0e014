#include "cli/suggestion.h"

#include <algorithm>
#include <cstddef>

#include "cli/help.h"
#include "text/edit_distance.h"

namespace mimebase::cli {
namespace {

// Returns the name that is similar to the word, or the only one that contains it. Empty if there is none.
std::string similar(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t kLongest = 40;  // longer words are not compared
  if (word.empty() || word.size() > kLongest) return {};
  std::size_t least = std::min<std::size_t>(word.size() / 3 + 1, 4);  // the distance must be below this
  std::string nearest;
  for (const std::string& name : names) {
    if (const std::size_t far = edit_distance(word, name); far < least) {
      least = far;
      nearest = name;
    }
  }
  if (!nearest.empty()) return nearest;
  const auto contains = [&](const std::string& name) { return name.find(word) != name.npos; };
  const auto first = std::find_if(names.begin(), names.end(), contains);
  if (first == names.end() || std::any_of(first + 1, names.end(), contains)) return {};
  return *first;
}

// Returns "; did you mean \"links\"?", or an empty string.
std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
  const std::string nearest = similar(word, names);
  return nearest.empty() ? std::string() : "; did you mean \"" + nearest + "\"?";
}

// "; use --format jsonl" for "--json", if the command has that format.
std::string suggested_format(const CLI::App& command, std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> kFormats[] = {
      {"--json", "jsonl"}, {"--jsonl", "jsonl"},   {"--ndjson", "jsonl"}, {"--csv", "csv"},
      {"--text", "text"},  {"--sqlite", "sqlite"}, {"--db", "sqlite"},    {"--urls", "urls"}};
  const auto named = std::find_if(std::begin(kFormats), std::end(kFormats),
                                  [&](const auto& format) { return format.first == word; });
  const CLI::Option* const option = command.get_option_no_throw("--format");
  if (named == std::end(kFormats) || option == nullptr) return {};
  const std::vector<std::string> formats = values_of(*option);
  if (std::find(formats.begin(), formats.end(), named->second) == formats.end()) return {};
  return "; use --format " + std::string(named->second);
}

}  // namespace

std::string suggested_command(const CLI::App& app, std::string_view word) {
  std::vector<std::string> names = {"help"};
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return suggestion(word, names);
}

std::string suggested_option(const CLI::App& app, const std::vector<std::string>& words) {
  if (app.get_subcommands().empty()) return {};
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_subcommands().front()->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  for (const std::string& word : words) {
    const std::string name = word.substr(0, word.find('='));
    if (!name.starts_with("--") || std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string format = suggested_format(*app.get_subcommands().front(), name);
    const std::string hint = format.empty() ? suggestion(name, names) : format;
    const bool is_rewrite = app.get_subcommands().front()->get_name() == "rewrite";
    return hint.empty() && is_rewrite
               ? "; rewrite makes relative references absolute, and changes no other URL"
               : hint;
  }
  return {};
}

std::string wrong_value(std::string_view word, const std::vector<std::string>& values) {
  constexpr std::size_t kFew = 13;
  const std::string is_not = '"' + std::string(word) + "\" is not ";
  if (const std::string nearest = suggestion(word, values); !nearest.empty())
    return is_not + "known" + nearest +
           (values.size() > kFew ? "" : " All values: " + CLI::detail::join(values, ", "));
  if (values.size() > kFew)
    return is_not + "one of the " + std::to_string(values.size()) +
           " values that the manual lists: man mimebase";
  return is_not + "one of " + CLI::detail::join(values, ", ");
}

}  // namespace mimebase::cli
