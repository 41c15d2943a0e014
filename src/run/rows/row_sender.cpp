#include "run/rows/row_sender.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "database/packed_check.h"
#include "mimebase/names.h"

namespace mimebase::run {
RunOptions run_options(const ReadOptions& options) {
  RunOptions run;
  run.analyze = options.analyze;
  run.input = options.input;
  run.messages = options.messages;
  run.workers = options.workers;
  run.isolation = options.isolated ? Isolation::kAuto : Isolation::kOff;
  return run;
}

RowCommand row_command(RowKind kind, const ReadOptions& options) {
  const RunOptions run = run_options(options);
  RowOptions rows;
  rows.format = Format::kSqlite;
  if (row_type(kind) == RowType::kEntities) return {run, TreeOptions{rows}};
  if (row_type(kind) == RowType::kDiagnostics)
    return {run, CheckOptions{rows, options.diagnostics, kind == RowKind::kSummary}};
  return {run, LinksOptions{rows, options.filter, kind == RowKind::kUniqueLinks}};
}

RowSender::RowSender(const RowCommand& command, Send send)
    : command_(command), table_(rows_of(command.kind)), send_(std::move(send)) {}

bool RowSender::accepts(const Piece& piece) const {
  if (!piece.is_for<RowResults>() || !database::are_packed(piece.rows, table_)) return false;
  const auto* const results = piece.get<RowResults>();
  return results == nullptr ||
         std::all_of(results->unique.begin(), results->unique.end(),
                     [&](const UniqueRow& row) { return database::are_packed(row.row, table_); });
}

Result<void> RowSender::take(Piece& piece) {
  chunk_.messages += piece.messages;
  auto& results = piece.as<RowResults>();
  for (const UniqueRow& row : results.unique) {
    if (Result<void> added = counted_.add(row); !added) return added;
  }
  sum_.add(std::move(results.summary));
  if (piece.rows.empty()) return {};
  chunk_.rows += piece.rows;
  return flush();
}

bool RowSender::takes_diagnostics() const {
  return command_.kind == RowType::kDiagnostics;
}

Result<bool> RowSender::take(const Diagnostic& diagnostic) {
  if (!passes(command_.diagnostics, diagnostic)) return false;
  Diagnostic named = diagnostic;
  const std::string detail = shown(std::string(diagnostic.detail));
  named.detail = detail;
  if (command_.summary) {
    sum_.add(named);
    return true;
  }
  database::SqliteWriter writer;
  writer.diagnostic(named);
  chunk_.rows += writer.rows();
  return true;
}

void RowSender::problem(const Error& error) {
  chunk_.problems.push_back({error.code, shown(error.message), error.source});
}

Result<void> RowSender::end_input(bool /*is_whole*/) {
  return flush();
}

Result<void> RowSender::finish() {
  const auto add = [this](std::string_view row, std::uint64_t count) { return add_counted(row, count); };
  if (Result<void> done = counted_.each(add, false); !done) return done;
  for (const write::SummaryRow& row : sum_.take()) {
    MessageInfo message;
    message.source = row.source;
    message.number = row.message;
    Diagnostic diagnostic;
    diagnostic.message = &message;
    diagnostic.part = row.part;
    diagnostic.severity = row.severity;
    diagnostic.detail = row.detail;
    diagnostic.domain = row.domain;
    diagnostic.other_domain = row.other_domain;
    diagnostic.code = from_name<DiagnosticCode>(row.code).value_or(diagnostic.code);
    database::SqliteWriter writer;
    writer.diagnostic(diagnostic);
    if (Result<void> done = add_counted(writer.rows(), row.count); !done) return done;
  }
  chunk_.rows += counted_rows_.rows();
  return flush();
}

Result<void> RowSender::add_counted(std::string_view row, std::uint64_t count) {
  counted_rows_.unique_link(row, count);
  if (counted_rows_.rows().size() < kPieceBytes) return {};
  chunk_.rows += counted_rows_.rows();
  counted_rows_.clear();
  return flush();
}

Result<void> RowSender::flush() {
  if (chunk_.is_empty() || send_(std::exchange(chunk_, {}))) return {};
  is_unwanted_ = true;
  return Error{Error::Code::kClosedPipe, "nobody takes the rows"};
}

std::string RowSender::shown(const std::string& sentence) const {
  constexpr std::string_view kStandardInput = "standard input";
  if (!is_bytes_ || !sentence.starts_with(kStandardInput)) return sentence;
  return "-" + sentence.substr(kStandardInput.size());
}

}  // namespace mimebase::run
