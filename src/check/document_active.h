// Documents that fetch or run something when they are opened.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "check/link_checks.h"

namespace mimebase::check {

// Checks the references of one message, in order.
class DocumentActive {
 public:
  // Reports a reference in a document that a viewer fetches, or a program that it starts, without a click or
  // with one: once per part and context, the first.
  [[nodiscard]] std::optional<Finding> check(const Link& link);

 private:
  std::string part_;                // of the last finding
  std::set<std::string> contexts_;  // that were reported in that part
};

}  // namespace mimebase::check
