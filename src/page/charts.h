// Charts of the report: SVG that needs no script, in tables that a screen reader reads.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "page/html.h"
#include "page/tally.h"

namespace mimebase::page {

struct Bar {
  std::string label;  // text of anybody's
  std::uint64_t count = 0;
  std::string key = {};        // what the page's script filters by; empty: nothing
  std::string_view description = {};  // what the label means
};

// Bars with their counts, the longest as wide as there is room; those without a count are left out. `filter`
// is what the keys are of ("host", "status", "layer", "text").
void draw_bars(Html& html, std::string_view title, std::string_view filter, const std::vector<Bar>& bars);

// The most frequent of `counts`, up to so many; `unnamed` is the label of the empty text. Equal ones in the
// order of their texts.
[[nodiscard]] std::vector<Bar> most_frequent(const Counts& counts, std::size_t most,
                                             std::string_view unnamed);

// All in one bar, each with its share; with a legend.
void draw_shares(Html& html, std::string_view title, const std::vector<Bar>& bars);

// References by the month of their message, or by its year where there are very many months.
void draw_times(Html& html, const Counts& by_month);

}  // namespace mimebase::page
