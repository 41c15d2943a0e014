#include "run/rows/row_sender.h"

#include <string_view>
#include <utility>

#include "run/rows/helper_program.h"

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
  const write::Rows& table = table_of(kind);
  if (&table == &write::kLinkRows)
    return {run, LinksOptions{rows, options.filter, kind == RowKind::kUniqueLinks}};
  if (&table == &write::kEntityRows) return {run, TreeOptions{rows}};
  if (&table == &write::kComparisonRows) return {run, CompareOptions{rows, options.analyze.compared}};
  return {run, CheckOptions{rows, options.diagnostics, kind == RowKind::kSummary}};
}

Result<void> RowSender::write(std::string_view rows) {
  if (rows.empty()) return {};
  chunk_.rows += rows;
  return flush();
}

Result<void> RowSender::take(Piece& piece) {
  chunk_.messages += piece.messages;
  return RowDestination::take(piece);
}

Result<bool> RowSender::take(const Diagnostic& diagnostic) {
  Diagnostic named = diagnostic;
  const std::string detail = shown_sentence(diagnostic.detail, is_bytes_);
  named.detail = detail;
  return RowDestination::take(named);
}

void RowSender::problem(const Error& error) {
  chunk_.problems.push_back({error.code, shown_sentence(error.message, is_bytes_), error.source});
}

Result<void> RowSender::end_input(bool /*is_whole*/) {
  return flush();
}

Result<void> RowSender::finish() {
  if (Result<void> finished = RowDestination::finish(); !finished) return finished;
  return flush();
}

Result<void> RowSender::flush() {
  if (chunk_.is_empty() || send_(std::exchange(chunk_, {}))) return {};
  is_unwanted_ = true;
  return Error{Error::Code::kClosedPipe, "nobody takes the rows"};
}

}  // namespace mimebase::run
