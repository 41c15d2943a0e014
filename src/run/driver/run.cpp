// The runs whose output is rows, or a report of rows. Those of `rewrite` and `extract` are in commands/.
#include "mimebase/run.h"
#include "mimebase/report.h"

#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "run/commands/report_destination.h"
#include "run/commands/report_worker.h"
#include "run/commands/row_destination.h"
#include "run/commands/row_worker.h"
#include "run/driver/run_reader.h"
#include "run/output/output_guard.h"
#include "text/names.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

// Validates options and output before it changes anything that exists.
template <typename Options>
Result<RunSummary> run_rows(const std::vector<std::string>& inputs, const RunOptions& options,
                            const Options& row_options, Output& output) try {
  const run::RowCommand command(options, row_options);
  if (Result<void> checked = check_options(options.analyze); !checked) return checked.error();
  if (Result<void> checked = run::check_row_output(output, inputs, options.input, command.rows); !checked)
    return checked.error();
  const Result<std::unique_ptr<run::Destination>> destination = run::make_row_destination(command, output);
  if (!destination) return destination.error();
  const auto make = [&] { return std::make_unique<run::RowWorker>(command); };
  Result<RunSummary> summary = run::read_all(inputs, options, **destination, make);
  if (!summary) return summary;
  if (Result<void> made = run::make_room(output, command.rows); !made) return made.error();
  return summary;
} catch (const std::bad_alloc&) {
  return run::out_of_memory();
}

}  // namespace

std::string_view name_of(Isolation isolation) {
  constexpr Named<Isolation> kNames[] = {
      {Isolation::kOff, "off"}, {Isolation::kAuto, "auto"}, {Isolation::kRequire, "require"}};
  return find_name(kNames, isolation);
}

std::string_view name_of(Top top) {
  constexpr Named<Top> kNames[] = {{Top::kHosts, "hosts"}, {Top::kDomains, "domains"}, {Top::kUrls, "urls"}};
  return find_name(kNames, top);
}

Result<RunSummary> run_links(const std::vector<std::string>& inputs, const RunOptions& run,
                             const LinksOptions& links, Output& output) {
  return run_rows(inputs, run, links, output);
}

Result<RunSummary> run_check(const std::vector<std::string>& inputs, const RunOptions& run,
                             const CheckOptions& check, Output& output) {
  return run_rows(inputs, run, check, output);
}

Result<RunSummary> run_tree(const std::vector<std::string>& inputs, const RunOptions& run,
                            const TreeOptions& tree, Output& output) {
  return run_rows(inputs, run, tree, output);
}

Result<RunSummary> run_compare(const std::vector<std::string>& inputs, const RunOptions& run,
                               const CompareOptions& compare, Output& output) {
  if (run.analyze.compared.size() < 2)
    return Error{Error::Code::kUsage, "a comparison needs at least two readers"};
  return run_rows(inputs, run, compare, output);
}

Result<PathFormat> report_format_from_path(std::string_view path) {
  const Result<PathFormat> format = format_from_path(path);
  if (format && format->format != Format::kText)
    return Error{Error::Code::kUsage, std::string(path) +
                                          ": a report is an HTML page: name it report.html, "
                                          "or use links for rows"};
  return format_from_path(path, Format::kText);
}

Result<RunSummary> run_report(const std::vector<std::string>& inputs, const RunOptions& options,
                              const ReportOptions& report, Output& output) try {
  if (Result<void> checked = check_options(options.analyze); !checked) return checked.error();
  if (Result<void> checked = run::check_report_output(output, inputs, options.input); !checked)
    return checked.error();
  run::ReportDestination destination(inputs, options, report, output);
  const auto make = [&] {
    return std::make_unique<run::ReportWorker>(options.analyze, options.messages, destination.room());
  };
  return run::read_all(inputs, options, destination, make);
} catch (const std::bad_alloc&) {
  return run::out_of_memory();
}

}  // namespace v0_2
}  // namespace mimebase
