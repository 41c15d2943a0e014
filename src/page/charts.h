// Charts of the report as SVG without scripts, within tables for screen readers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "page/html.h"
#include "page/tally.h"

namespace mimebase::page {

struct Bar {
  std::string label;  // untrusted text
  std::uint64_t count = 0;
  std::string key = {};               // the value for the script's filter
  std::string_view description = {};  // explains the label
};

// Draws bars with their counts; the longest one has the full width. Bars without a count are skipped, and a
// chart without bars too. `filter` is the script's filter for the keys ("domain", "status").
void draw_bars(Html& html, std::string_view title, std::string_view filter, const std::vector<Bar>& bars);

// Returns at most `most` bars, the most frequent first; equal ones are ordered by text. `unnamed` is the
// label for the empty text.
[[nodiscard]] std::vector<Bar> most_frequent(const Counts& counts, std::size_t most,
                                             std::string_view unnamed);

// Draws all bars as shares of a single bar, with a legend.
void draw_shares(Html& html, std::string_view title, const std::vector<Bar>& bars);

// Draws the references by the month of their message, or by its year if there are many months.
void draw_times(Html& html, const Counts& by_month);

}  // namespace mimebase::page
