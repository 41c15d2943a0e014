#include "run/commands/command.h"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "ascii.h"
#include "database/sqlite_writer.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"
#include "mimebase/url.h"
#include "write/column_writers.h"
#include "write/text_writer.h"
#include "write/url_writer.h"

namespace mimebase::run {
namespace {

template <typename List, typename Name>
std::string joined(const List& list, Name name) {
  std::string text;
  for (const auto& item : list) {
    if (!text.empty()) text += ',';
    text += name(item);
  }
  return text;
}

std::string yes_or_no(bool value) {
  return value ? "yes" : "no";
}

// Joined lists are unambiguous, because commas occur in no name and in no useful pattern.
void add_filters(const RowCommand& options, std::vector<database::StoredOption>& stored) {
  const auto same = [](const std::string& pattern) { return pattern; };
  const auto status = [](LinkStatus value) { return std::string(name_of(value)); };
  stored.push_back({"links --status", joined(options.filter.statuses, status), ""});
  stored.push_back({"links --context", joined(options.filter.contexts, same), ""});
  stored.push_back({"links --host", joined(options.filter.hosts, same), ""});
  stored.push_back({"links --hidden", joined(options.filter.hidden, same), ""});
  const auto kind = [](LinkKind value) { return std::string(name_of(value)); };
  stored.push_back({"links --kind", joined(options.filter.kinds, kind), ""});
  stored.push_back({"links --unwrapped", yes_or_no(options.filter.unwrapped), "no"});
  stored.push_back({"links --unique", yes_or_no(options.unique), "no"});
  stored.push_back({"links --full", yes_or_no(options.analyze.full_data_urls), "no"});
}

}  // namespace

RowCommand::RowCommand(const RunOptions& run, const LinksOptions& links)
    : kind(RowType::kLinks),
      analyze(run.analyze),
      input(run.input),
      messages(run.messages),
      rows(links.rows),
      filter(links.filter),
      unique(links.unique),
      top(links.top) {}

RowCommand::RowCommand(const RunOptions& run, const TreeOptions& tree)
    : kind(RowType::kEntities),
      analyze(run.analyze),
      input(run.input),
      messages(run.messages),
      rows(tree.rows),
      verbose(tree.verbose) {}

RowCommand::RowCommand(const RunOptions& run, const CheckOptions& check)
    : kind(RowType::kDiagnostics),
      analyze(run.analyze),
      input(run.input),
      messages(run.messages),
      rows(check.rows),
      diagnostics(check.filter),
      summary(check.summary) {}

RowCommand::RowCommand(const RunOptions& run, const CompareOptions& compare)
    : kind(RowType::kComparisons),
      analyze(run.analyze),
      input(run.input),
      messages(run.messages),
      rows(compare.rows) {
  analyze.compared = compare.readers;
}

const write::Rows& rows_of(RowType kind) {
  if (kind == RowType::kComparisons) return write::kComparisonRows;
  if (kind == RowType::kLinks) return write::kLinkRows;
  return kind == RowType::kEntities ? write::kEntityRows : write::kDiagnosticRows;
}

std::unique_ptr<write::RowWriter> make_row_writer(const RowCommand& options) {
  const bool with_fields = !options.analyze.fields.empty();
  switch (options.rows.format) {
    case Format::kJsonl:
      return std::make_unique<write::JsonWriter>(with_fields);
    case Format::kCsv:
      return std::make_unique<write::CsvWriter>(options.rows.csv_safe, options.rows.to_terminal, with_fields);
    case Format::kSqlite:
      return std::make_unique<database::SqliteWriter>();
    case Format::kUrls:
      return std::make_unique<write::UrlWriter>(options.rows.to_terminal, options.filter.unwrapped);
    case Format::kText:
      break;
  }
  return std::make_unique<write::TextWriter>(
      write::TextLook{options.rows.color, options.rows.ascii, options.rows.columns}, options.verbose);
}

namespace {

// "2026-11-23T12:00:00Z"; empty if there is no time.
std::string rfc3339(const std::optional<std::chrono::sys_seconds>& time) {
  if (!time) return {};
  const auto day = std::chrono::floor<std::chrono::days>(*time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(*time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

void add_messages(const MessageFilter& filter, std::vector<database::StoredOption>& stored) {
  const auto same = [](const std::string& pattern) { return pattern; };
  stored.push_back({"--message", filter.number ? std::to_string(*filter.number) : "", ""});
  stored.push_back({"--since", rfc3339(filter.since), ""});
  stored.push_back({"--until", rfc3339(filter.until), ""});
  stored.push_back({"--from", joined(filter.froms, same), ""});
}

database::StoredOption reader_option(std::string name, const AnalyzeOptions& analyze) {
  return {std::move(name), std::string(name_of(analyze.reader)),
          std::string(name_of(AnalyzeOptions().reader))};
}

std::vector<database::StoredOption> common_options(const AnalyzeOptions& analyze, const InputOptions& input) {
  const AnalyzeOptions presets;
  const auto header = [](BaseBy by) { return ascii::lowered(header_name(by)); };
  std::vector<database::StoredOption> stored = {
      {"--rules", std::string(name_of(analyze.rules)), std::string(name_of(presets.rules))},
      {"--retrieval-url", analyze.retrieval_url, ""},
      {"--base-headers", joined(analyze.base_headers, header), joined(presets.base_headers, header)},
      {"--input", std::string(name_of(input.kind)), std::string(name_of(InputKind()))},
      {"--defanged", yes_or_no(analyze.defanged), "no"},
      {"--as-in-folder", yes_or_no(input.as_in_folder), "no"},
  };
  const Limits preset_limits;
  for (const LimitKey& key : limit_keys()) {
    stored.push_back({"--limits " + std::string(key.name), std::to_string(analyze.limits.*key.value),
                      std::to_string(preset_limits.*key.value)});
  }
  return stored;
}

}  // namespace

std::vector<database::StoredOption> stored_options(const RunOptions& run) {
  std::vector<database::StoredOption> stored = common_options(run.analyze, run.input);
  stored.push_back(reader_option("--as", run.analyze));
  return stored;
}

std::vector<database::StoredOption> stored_options(const RowCommand& command) {
  std::vector<database::StoredOption> stored = common_options(command.analyze, command.input);
  add_messages(command.messages, stored);
  stored.push_back(
      {"--fields", joined(command.analyze.fields, [](const std::string& name) { return name; }), ""});
  stored.push_back({"--defang", yes_or_no(command.rows.defang), "no"});
  if (command.kind == RowType::kLinks) add_filters(command, stored);
  const auto name = [](auto value) { return std::string(name_of(value)); };
  if (command.kind == RowType::kComparisons) {
    stored.push_back(
        {"compare --as", joined(command.analyze.compared, name), joined(default_compared_readers(), name)});
  } else {
    stored.push_back(reader_option(std::string(rows_of(command.kind).name) + " --as", command.analyze));
  }
  if (command.kind == RowType::kDiagnostics) {
    stored.push_back({"check --code", joined(command.diagnostics.codes, name), ""});
    stored.push_back({"check --severity", joined(command.diagnostics.severities, name), ""});
    const auto same = [](const std::string& domain) { return domain; };
    stored.push_back({"check --domains", joined(command.analyze.domains, same), ""});
  }
  return stored;
}

}  // namespace mimebase::run
