// Groups references by what readers open for them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mimebase/model.h"

namespace mimebase::page {

// The names of readers, each with where a reference leads it: a URL, "part 1.2" or "nothing".
using Outcomes = std::vector<std::pair<std::string, std::string>>;

// Long URLs are cut off.
[[nodiscard]] Outcomes outcomes_of(const Comparison& comparison);

// Names the group of a comparison: one word per reader. If domains or hosts differ, the words are domains or
// hosts; otherwise equal letters stand for equal targets.
[[nodiscard]] std::string outcome_group_of(const Comparison& comparison);

}  // namespace mimebase::page
