// How a reader reads bases and references: one value, from which nothing else needs to be asked.
#pragma once

#include <vector>

#include "mimebase/model.h"
#include "mimebase/url.h"

namespace mimebase::base {

// RFC 1808's reader by default. Another reader is another value.
struct Profile {
  RuleSet rules = RuleSet::kRfc1808;
  // The headers that count as bases, the innermost first.
  std::vector<BaseBy> headers = default_base_headers();
};

}  // namespace mimebase::base
