// Draws the report as an HTML page. This part needs no script; the script adds the table and the messages.
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
  std::vector<std::pair<std::string, std::string>> options;  // options that differ from their defaults
  std::string reader = {};  // whose view the references show; empty if there is none
  Tally tally;
  std::vector<write::SummaryRow> diagnostics;
  std::vector<std::string> problems;  // the first ones
  std::uint64_t problem_count = 0;
  // References in the page's table, and references that are only counted. `first_left_out` is the first of
  // the latter.
  std::uint64_t held = 0, omitted = 0;
  Example first_left_out;
};

// The page consists of head(), the data, and tail().
// `lines` are the first results of MessageData::take(), for a table that needs no script.
[[nodiscard]] std::string head(const Facts& facts, const std::vector<std::string>& lines);
// The element around the data: results of MessageData::take(), separated by commas.
inline constexpr std::string_view kDataStart = "<script type=\"application/json\" class=\"data\">[";
inline constexpr std::string_view kDataEnd = "]</script>\n";
[[nodiscard]] std::string tail();

// The number of references in the table that needs no script.
inline constexpr std::uint64_t kDrawnReferences = 200;

}  // namespace mimebase::page
