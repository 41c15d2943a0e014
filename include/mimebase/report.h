// A report: what an archive's references come to, as one HTML page to look at.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase {
inline namespace v0_2 {

struct ReportOptions {
  // So many references stand in the page, the first ones; the overview counts all.
  std::uint64_t rows = 100'000;
};

// Reads the inputs as run_links() does, and databases that it has written ("x.sqlite"), and writes one page:
// HTML in UTF-8 that needs nothing beside it and no network, in which all that mail says is text. Of a
// database the page shows what was put into it: without rows of `tree` no layers, without those of `check` no
// diagnostics. The same inputs give the same page. Fails as run_links() does; commits nothing.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_report(const std::vector<std::string>& inputs,
                                                         const RunOptions& options,
                                                         const ReportOptions& report, Output& output);

}  // namespace v0_2
}  // namespace mimebase
