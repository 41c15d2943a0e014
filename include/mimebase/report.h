// Writes a report about the references of an archive: one HTML page.
//
//   mimebase::Result<mimebase::Output> output = mimebase::Output::open("report.html");
//   if (!output) return;
//   const auto summary = mimebase::run_report({"archive.mbox"}, {}, {}, *output);
//   if (summary && output->commit()) std::cout << summary->messages << " messages\n";
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
  // Maximum number of references that the page lists. If there are more, the dangerous references are listed,
  // and then the first of the others. The overview counts all references.
  std::uint64_t rows = 100'000;
  // The date that the foot of the page shows as the date of the report, such as "2026-11-24". If it is empty,
  // the foot shows no date, and equal inputs give equal pages.
  std::string made_on = {};
  // Defang all URLs and hosts of mail (url.h), so that neither a program nor a click opens them.
  bool defang = false;
};

// Returns the compression that the file name of a report selects: PathFormat::gzip if the name ends in ".gz".
// Fails with kUsage if the name has the ending of a format of rows ("x.csv"), because a report is an HTML
// page.
[[nodiscard]] MIMEBASE_API Result<PathFormat> report_format_from_path(std::string_view path);

// Reads the inputs as run_links() does. An input may also be a database that mimebase has written
// ("x.sqlite"). Writes one HTML page in UTF-8 that needs no other files and no network. All text from mail is
// escaped. For a database, the page shows the rows that the database contains. It shows layers only if
// `mimebase tree` has written rows, and diagnostics only if `mimebase check` has. It never shows comparisons
// of readers (AnalyzeOptions::compared). Only the messages that RunOptions::messages selects are shown. Equal
// inputs give equal pages. Fails in the cases in which run_links() fails. Does not commit the output.
[[nodiscard]] MIMEBASE_API Result<RunSummary> run_report(const std::vector<std::string>& inputs,
                                                         const RunOptions& options,
                                                         const ReportOptions& report, Output& output);

}  // namespace v0_2
}  // namespace mimebase
