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

// A reference of the table that needs no script. `resolved` is empty if it equals the reference.
struct DrawnReference {
  std::string host, reference, resolved, status, part, context, subject;
};

struct Facts {
  std::vector<std::string> inputs;
  std::vector<std::string> databases;                        // those of the inputs that are databases
  std::string made_on = {};                                  // ReportOptions::made_on
  std::vector<std::pair<std::string, std::string>> options;  // options that differ from their defaults
  std::string reader = {};  // whose view the references show; empty if there is none
  Tally tally;
  std::vector<write::SummaryRow> diagnostics;
  std::vector<std::string> problems;  // the first ones
  std::uint64_t problem_count = 0;
  // References in the page's table, and references that are only counted. `first_left_out` is the location of
  // the first of the latter, and `held_later` the number of the former that are dangerous and not before it.
  std::uint64_t held = 0, omitted = 0, held_later = 0;
  Example first_left_out;
  std::vector<DrawnReference> drawn;  // at most kDrawnReferences
};

// The page consists of head(), the data, and tail().
[[nodiscard]] std::string head(const Facts& facts);
// The element around the data: results of MessageData::take(), separated by commas.
inline constexpr std::string_view kDataStart = "<script type=\"application/json\" class=\"data\">[";
inline constexpr std::string_view kDataEnd = "]</script>\n";
[[nodiscard]] std::string tail(const Facts& facts);

// The number of references in the table that needs no script.
inline constexpr std::uint64_t kDrawnReferences = 200;

}  // namespace mimebase::page
