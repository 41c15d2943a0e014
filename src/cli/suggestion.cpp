#include "cli/suggestion.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace mimebase::cli {
namespace {

// Returns the edit distance: the number of insertions, deletions, substitutions and swaps of adjacent
// letters.
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> of(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  std::iota(of[0].begin(), of[0].end(), std::size_t{0});
  for (std::size_t i = 1; i <= from.size(); ++i) {
    of[i][0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t changed = of[i - 1][j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      of[i][j] = std::min({changed, of[i][j - 1] + 1, of[i - 1][j] + 1});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
        of[i][j] = std::min(of[i][j], of[i - 2][j - 2] + 1);
    }
  }
  return of[from.size()][to.size()];
}

// Returns "; did you mean \"links\"?" if one of the names is similar to the word, or an empty string.
std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
  constexpr std::size_t kLongest = 40;  // longer words are not compared
  if (word.size() > kLongest) return {};
  std::size_t least = std::min<std::size_t>(word.size() / 3 + 1, 4);  // the distance must be below this
  std::string nearest;
  for (const std::string& name : names) {
    if (const std::size_t far = distance(word, name); far < least) {
      least = far;
      nearest = name;
    }
  }
  return nearest.empty() ? std::string() : "; did you mean \"" + nearest + "\"?";
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
    if (name.starts_with("--") && std::find(names.begin(), names.end(), name) == names.end())
      return suggestion(name, names);
  }
  return {};
}

}  // namespace mimebase::cli
