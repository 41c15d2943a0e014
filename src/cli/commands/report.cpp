#include "mimebase/report.h"

#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "cli/run_command.h"

namespace mimebase::cli {
namespace {

// A page has a date only if the environment gives one (reproducible-builds.org), since two runs give the same
// bytes.
Result<void> set_date(ReportOptions& report) {
  const char* const given = std::getenv("SOURCE_DATE_EPOCH");
  if (given == nullptr || *given == '\0') return {};
  const std::string_view text(given);
  constexpr std::int64_t kEndOfDates = 253'402'300'800;  // the year 10000
  std::int64_t seconds = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size() || seconds < 0 || seconds >= kEndOfDates)
    return Error{Error::Code::kUsage,
                 "SOURCE_DATE_EPOCH is not a number of seconds since 1970: \"" + std::string(text) + '"'};
  const auto day =
      std::chrono::floor<std::chrono::days>(std::chrono::sys_seconds(std::chrono::seconds(seconds)));
  const std::chrono::year_month_day date(day);
  const auto two_digits = [](unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  report.made_on = std::to_string(static_cast<int>(date.year())) + '-' +
                   two_digits(static_cast<unsigned>(date.month())) + '-' +
                   two_digits(static_cast<unsigned>(date.day()));
  return {};
}

Result<void> check_report(Arguments& arguments) {
  const std::vector<MailReader>& readers = arguments.report_readers;
  if (readers.size() == 1) arguments.run.analyze.reader = readers.front();
  if (readers.size() > 1) arguments.run.analyze.compared = readers;
  return set_date(arguments.report);
}

int report_command(const Arguments& arguments) {
  return run_with_output(
      [&](const std::vector<std::string>& inputs, const RunOptions& options, const RowOptions&,
          Output& output) { return run_report(inputs, options, arguments.report, output); },
      report_format_from_path(arguments.output), arguments);
}

}  // namespace

const Command kReport = {options::kReport,
                         "Write one self-contained HTML page to view",
                         "[INPUT...] -o FILE",
                         {"mimebase report -o report.html archive.mbox",
                          "mimebase report --from '*@bank.example*' -o bank.html archive.mbox",
                          "mimebase links -o a.sqlite archive.mbox; mimebase report -o a.html a.sqlite"},
                         check_report,
                         report_command};

}  // namespace mimebase::cli
