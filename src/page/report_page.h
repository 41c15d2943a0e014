// The report as a page: what is drawn here needs no script, which adds the table and the messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "page/tally.h"
#include "write/columns.h"

namespace mimebase::page {

struct Facts {
  std::vector<std::string> inputs;
  std::vector<std::pair<std::string, std::string>> options;  // that are not as they are by themselves
  Tally tally;
  std::vector<write::SummaryRow> diagnostics;
  std::vector<std::string> problems;  // the first of them
  std::uint64_t problem_count = 0;
  // References that the page holds, and those that it only counts: the first of them stands in
  // `first_left_out`.
  std::uint64_t held = 0, left_out = 0;
  Example first_left_out;
};

// The page is head(), then data() for all that is held, then tail().
// `lines` are MessageData::take(): the first ones, out of which the table is drawn for who has no script.
[[nodiscard]] std::string head(const Facts& facts, const std::vector<std::string>& lines);
// The element around MessageData::take(), separated by commas.
inline constexpr std::string_view kDataStart = "<script type=\"application/json\" class=\"data\">[";
inline constexpr std::string_view kDataEnd = "]</script>\n";
[[nodiscard]] std::string tail();

// So many references are drawn for who has no script.
inline constexpr std::uint64_t kDrawnReferences = 200;

}  // namespace mimebase::page
