// Reports on an archive's references: one HTML page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase {
inline namespace v0_2 {

// Options of a report.
struct ReportOptions {
  // Maximum number of references listed on the page. If there are more, the dangerous ones are listed, and
  // then the first ones. The overview counts all.
  std::uint64_t rows = 100'000;
  // The date on which the page is made, such as "2026-11-24", for its foot. Empty: the foot has no such date,
  // so that equal inputs give equal pages.
  std::string made_on = {};
};

// Returns the compression that the name of a report selects: ".gz". Fails with kUsage for an ending of rows
// ("x.csv"), because a report is a page.
[[nodiscard]] MIMEBASE_API Result<PathFormat> report_format_from_path(std::string_view path);

// Reads the inputs as run_links() does, and also databases that it has written ("x.sqlite"). Writes one page
// of HTML in UTF-8 that needs no other files and no network. All text from mail is escaped. For a database,
// the page shows the rows that it contains: no layers without rows of `tree`, no diagnostics without rows of
// `check`, and never comparisons of readers (AnalyzeOptions::compared). Shows only the messages that
// RunOptions::messages selects. Equal inputs give equal pages. Fails as run_links() does, and does not
// commit.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_report(const std::vector<std::string>& inputs,
                                                         const RunOptions& options,
                                                         const ReportOptions& report, Output& output);

}  // namespace v0_2
}  // namespace mimebase
