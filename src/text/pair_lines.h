// Reads files of pairs that users write: a line is "LEFT<TAB>RIGHT" and ends in LF or CRLF, or with the text.
// Empty lines, lines that begin with "#", and a byte order mark before the first line are ignored.
//
//   Result<void> read = for_each_pair(text, [&](const PairLine& line) -> Result<void> {
//     pairs.emplace(line.left, line.right);
//     return {};
//   });
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "mimebase/result.h"

namespace mimebase {

// A line of such a text, as views into it. Lines are counted from 1.
struct PairLine {
  std::size_t number = 0;
  std::string_view left, right;
};

// Returns a kUsage error: "line 3: WHY".
[[nodiscard]] inline Error wrong_line(std::size_t number, std::string_view why) {
  return {Error::Code::kUsage, "line " + std::to_string(number) + ": " + std::string(why)};
}

// Calls `take` with each pair, until it returns an error, and returns that. Fails with kUsage at a line that
// is neither ignored nor has exactly one TAB.
template <typename Take>
[[nodiscard]] Result<void> for_each_pair(std::string_view text, Take take) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos || line.find('\t', tab + 1) != std::string_view::npos)
      return wrong_line(number, "it does not have exactly one TAB");
    if (Result<void> taken = take(PairLine{number, line.substr(0, tab), line.substr(tab + 1)}); !taken)
      return taken;
  }
  return {};
}

}  // namespace mimebase
