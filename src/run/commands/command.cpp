#include "run/commands/command.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "mimebase/limits.h"
#include "mimebase/model.h"
#include "mimebase/url.h"
#include "text/ascii.h"

namespace mimebase::run {
namespace {

std::string text_of(bool value) {
  return value ? "yes" : "no";
}

std::string text_of(const std::string& text) {
  return text;
}

std::string text_of(BaseBy by) {
  return ascii::lowered(header_name(by));
}

template <typename Enum>
requires std::is_enum_v<Enum> std::string text_of(Enum value) {
  return std::string(name_of(value));
}

template <typename T>
std::string joined(const std::vector<T>& list) {
  std::string text;
  for (const T& item : list) (text += text.empty() ? "" : ",") += text_of(item);
  return text;
}

// Joined lists are unambiguous, because commas occur in no name and in no useful pattern.
void add_filters(const RowCommand& options, std::vector<database::StoredOption>& stored) {
  stored.push_back({"links --status", joined(options.filter.statuses), ""});
  stored.push_back({"links --context", joined(options.filter.contexts), ""});
  stored.push_back({"links --host", joined(options.filter.hosts), ""});
  stored.push_back({"links --hidden", joined(options.filter.hidden), ""});
  stored.push_back({"links --kind", joined(options.filter.kinds), ""});
  stored.push_back({"links --unwrapped", text_of(options.filter.unwrapped), "no"});
  stored.push_back({"links --unique", text_of(options.unique), "no"});
  stored.push_back({"links --full", text_of(options.analyze.full_data_urls), "no"});
}

}  // namespace

RowCommand::RowCommand(const write::Rows& rows_table, const RunOptions& run, const RowOptions& row_options)
    : table(rows_table), analyze(run.analyze), input(run.input), messages(run.messages), rows(row_options) {}

RowCommand::RowCommand(const RunOptions& run, const LinksOptions& links)
    : RowCommand(write::kLinkRows, run, links.rows) {
  filter = links.filter;
  unique = links.unique;
  top = links.top;
}

RowCommand::RowCommand(const RunOptions& run, const TreeOptions& tree)
    : RowCommand(write::kEntityRows, run, tree.rows) {
  verbose = tree.verbose;
}

RowCommand::RowCommand(const RunOptions& run, const CheckOptions& check)
    : RowCommand(write::kDiagnosticRows, run, check.rows) {
  diagnostics = check.filter;
  summary = check.summary;
}

RowCommand::RowCommand(const RunOptions& run, const CompareOptions& compare)
    : RowCommand(write::kComparisonRows, run, compare.rows) {
  analyze.compared = compare.readers;
}

std::string utc_date(std::chrono::sys_seconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

namespace {

void add_messages(const MessageFilter& filter, std::vector<database::StoredOption>& stored) {
  stored.push_back({"--message", filter.number ? std::to_string(*filter.number) : "", ""});
  stored.push_back({"--since", filter.since ? utc_date(*filter.since) : "", ""});
  stored.push_back({"--until", filter.until ? utc_date(*filter.until) : "", ""});
  stored.push_back({"--from", joined(filter.froms), ""});
}

database::StoredOption reader_option(std::string name, const AnalyzeOptions& analyze) {
  return {std::move(name), text_of(analyze.reader), text_of(AnalyzeOptions().reader)};
}

std::vector<database::StoredOption> common_options(const AnalyzeOptions& analyze, const InputOptions& input) {
  const AnalyzeOptions presets;
  std::vector<database::StoredOption> stored = {
      {"--rules", text_of(analyze.rules), text_of(presets.rules)},
      {"--retrieval-url", analyze.retrieval_url, ""},
      {"--base-headers", joined(analyze.base_headers), joined(presets.base_headers)},
      {"--base-headers in HTTP", text_of(analyze.base_headers_in_http), "no"},
      {"--input", text_of(input.kind), text_of(InputKind())},
      {"--defanged", text_of(analyze.defanged), "no"},
      {"--as-in-folder", text_of(input.as_in_folder), "no"},
      {"--part", joined(analyze.parts), ""},
      {"--attachments", text_of(analyze.attachments), "no"},
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
  stored.push_back(reader_option("--as", run.analyze));  // one reader
  stored.push_back({"--as", joined(run.analyze.compared), joined(default_compared_readers())});
  add_messages(run.messages, stored);
  return stored;
}

std::vector<database::StoredOption> stored_options(const RowCommand& command) {
  std::vector<database::StoredOption> stored = common_options(command.analyze, command.input);
  add_messages(command.messages, stored);
  stored.push_back({"--fields", joined(command.analyze.fields), ""});
  stored.push_back({"--defang", text_of(command.rows.defang), "no"});
  if (&command.table == &write::kLinkRows) add_filters(command, stored);
  if (&command.table == &write::kComparisonRows) {
    stored.push_back({"compare --as", joined(command.analyze.compared), joined(default_compared_readers())});
  } else {
    stored.push_back(reader_option(std::string(command.table.name) + " --as", command.analyze));
  }
  if (&command.table == &write::kDiagnosticRows) {
    stored.push_back({"check --code", joined(command.diagnostics.codes), ""});
    stored.push_back({"check --severity", joined(command.diagnostics.severities), ""});
    stored.push_back({"check --domains", joined(command.analyze.domains), ""});
  }
  return stored;
}

}  // namespace mimebase::run
