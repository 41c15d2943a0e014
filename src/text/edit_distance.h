// How different two words are, for "did you mean".
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

namespace mimebase {

// The number of insertions, deletions, substitutions and swaps of adjacent bytes that turn one text into the
// other. Only their first 64 bytes are compared.
[[nodiscard]] inline std::size_t edit_distance(std::string_view from, std::string_view to) {
  constexpr std::size_t kMaxCompared = 64;
  from = from.substr(0, kMaxCompared);
  to = to.substr(0, kMaxCompared);
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

}  // namespace mimebase
