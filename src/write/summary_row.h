// A row of `check --summary`.
#pragma once

#include <cstdint>
#include <string>

#include "mimebase/model.h"

namespace mimebase::write {

// How often something was said, and where first. Texts that do not apply are empty.
struct SummaryRow {
  std::string code;
  Severity severity = Severity::kNote;
  std::string domain, other_domain;  // as Diagnostic has them
  std::uint64_t count = 0;
  std::string source;
  std::uint64_t message = 0;  // 0: it is about the source
  std::string part, detail;
};

}  // namespace mimebase::write
