// Runs over many messages: batches go to workers, and rows come out in input order.
#include "mimebase/run.h"
#include "mimebase/extract.h"
#include "mimebase/report.h"

#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "process/sandbox.h"
#include "run/collector.h"
#include "run/commands/edit_worker.h"
#include "run/commands/extract_destination.h"
#include "run/commands/extract_worker.h"
#include "run/commands/report_destination.h"
#include "run/commands/report_worker.h"
#include "run/commands/rewrite_destination.h"
#include "run/commands/row_destination.h"
#include "run/commands/row_worker.h"
#include "run/commands/undo.h"
#include "run/output_guard.h"
#include "run/run_reader.h"
#include "text/names.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

// The protection that the kernel lacks for isolated processes; empty if it has all.
std::string_view refused_isolation() {
  const process::Sandbox sandbox = process::sandbox_of_system();
  if (sandbox.is_refused && !sandbox.files)
    return "this kernel has neither system call filters nor Landlock: isolated processes have the same "
           "rights as this one";
  if (sandbox.is_refused)
    return "this kernel has no system call filters: isolated processes can make any call that does not open "
           "a file";
  if (!sandbox.files)
    return "this kernel has no Landlock: only the system call filter keeps isolated processes from files";
  return {};
}

// Reads all inputs and finishes the output.
Result<RunSummary> read_all(const std::vector<std::string>& inputs, const RunOptions& options,
                            run::Destination& destination, const run::MakeWorker& make) {
  run::Collector collector(options, destination);
  if (const std::string_view refused = refused_isolation();
      options.isolation != Isolation::kOff && !refused.empty())
    collector.note(std::string(refused));
  const std::unique_ptr<run::RunReader> reader = run::RunReader::start(
      options, collector, make, "in this process", std::numeric_limits<std::size_t>::max());
  for (const std::string& input : inputs) {
    if (collector.begin_input(input) && !collector.reads_itself(input)) {
      reader->open({input, {}});
      while (reader->step()) continue;
    }
    collector.report_problems();
  }
  Result<RunSummary> summary = collector.finish();
  collector.report_problems();
  if (summary) summary->skipped_files = reader->skipped_files();
  return summary;
}

// No exception of the standard library leaves the library: if memory runs out, the run fails.
Error out_of_memory() {
  return {Error::Code::kNoMemory, "out of memory"};
}

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
  Result<RunSummary> summary = read_all(inputs, options, **destination, make);
  if (!summary) return summary;
  if (Result<void> made = run::make_room(output, command.rows); !made) return made.error();
  return summary;
} catch (const std::bad_alloc&) {
  return out_of_memory();
}

// Runs without rows read all messages.
Result<void> check_reads_all(const RunOptions& options) {
  const MessageFilter& filter = options.messages;
  if (filter.number || filter.since || filter.until || !filter.froms.empty())
    return Error{Error::Code::kUsage, "this run reads all messages: it takes no filter of messages"};
  return check_options(options.analyze);
}

// Exactly one of the outputs must be given. `manifest` may be null. Compares them with all that is read.
Result<void> check_target(const std::vector<const Output*>& files, const OutputFolder* folder,
                          const Output* manifest, const std::vector<std::string>& inputs,
                          const InputOptions& options) {
  std::vector<run::OutputPlace> places;
  if (folder != nullptr) places.emplace_back(*folder);
  for (const Output* file : files) {
    if (file != nullptr) places.emplace_back(*file);
  }
  if (places.size() != 1) return Error{Error::Code::kUsage, "this run needs exactly one output"};
  if (manifest != nullptr) places.emplace_back(*manifest);
  return run::check_outputs(places, inputs, options);
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
  if (compare.readers.size() < 2)
    return Error{Error::Code::kUsage, "a comparison needs at least two readers"};
  return run_rows(inputs, run, compare, output);
}

Result<RunSummary> run_rewrite(const std::vector<std::string>& inputs, const RunOptions& options,
                               const RewriteOptions& rewrite, const RewriteTarget& target) try {
  if (Result<void> valid = check_reads_all(options); !valid) return valid.error();
  const Result<void> checked =
      check_target({target.output}, target.folder, target.manifest, inputs, options.input);
  if (!checked) return checked.error();
  run::RewriteDestination destination(inputs, target);
  const bool has_manifest = target.manifest != nullptr;
  const auto make = [&] { return std::make_unique<run::EditWorker>(options.analyze, rewrite, has_manifest); };
  return read_all(inputs, options, destination, make);
} catch (const std::bad_alloc&) {
  return out_of_memory();
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
  return read_all(inputs, options, destination, make);
} catch (const std::bad_alloc&) {
  return out_of_memory();
}

Result<RunSummary> run_extract(const std::string& input, const RunOptions& options,
                               const ExtractOptions& extract, const std::string& wanted,
                               const ExtractTarget& target) try {
  if (Result<void> valid = check_reads_all(options); !valid) return valid.error();
  const Result<void> checked =
      check_target({target.warc, target.page}, target.folder, nullptr, {input}, options.input);
  if (!checked) return checked.error();
  ExtractOptions made = extract;
  made.for_archive = target.warc != nullptr;
  made.one_file = target.page != nullptr;
  run::ExtractDestination destination(input, target, wanted.empty());
  const auto make = [&] { return std::make_unique<run::ExtractWorker>(options.analyze, made, wanted); };
  return read_all({input}, options, destination, make);
} catch (const std::bad_alloc&) {
  return out_of_memory();
}

Result<void> undo_rewrite(const std::string& manifest, const std::string& rewritten,
                          const RewriteTarget& target) try {
  const Result<void> checked =
      check_target({target.output}, target.folder, target.manifest, {rewritten, manifest}, {});
  return checked ? run::undo(manifest, rewritten, target) : checked;
} catch (const std::bad_alloc&) {
  return out_of_memory();
}

}  // namespace v0_2
}  // namespace mimebase
