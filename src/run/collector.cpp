#include "run/collector.h"

#include <utility>

#include "mimebase/diagnostics.h"

namespace mimebase::run {

Collector::Collector(Command command, const RunOptions& options, Output& output)
    : command_(command), options_(options) {
  if (options.summary && options.format == Format::kSqlite) {
    fail({Error::Code::kUsage, "a summary is no database: ask one with GROUP BY"});
    return;
  }
  Result<std::unique_ptr<RowSink>> sink = make_row_sink(command, options, output);
  if (sink) {
    sink_ = std::move(*sink);
  } else {
    fail(sink.error());
  }
}

void Collector::fail(Error error) {
  if (!failed_) failed_ = std::move(error);
}

bool Collector::begin_input(const std::string& input) {
  if (failed_) return false;
  input_ = input;
  problems_before_ = summary_.problems;
  const Result<bool> wanted = sink_->begin_input(input);
  if (!wanted) fail(wanted.error());
  return wanted && *wanted;
}

void Collector::write(std::string_view rows) {
  if (failed_ || rows.empty()) return;
  if (Result<void> written = sink_->write(rows); !written) fail(written.error());
}

void Collector::problem(const std::string& sentence) {
  ++summary_.problems;
  if (options_.on_problem) options_.on_problem(sentence);
}

std::string Collector::known_source() const {
  return !failed_ && sink_->knows_input() ? input_ : std::string();
}

void Collector::end_source(const EndedSource& source) {
  const bool whole = cut_.erase(source.name) == 0 && source.whole;
  if (failed_) return;
  Result<void> ended = sink_->end_source({source.name, source.size_bytes, source.digest}, whole);
  if (!ended) fail(ended.error());
}

void Collector::end_input() {
  cut_.clear();
  if (failed_) return;
  if (Result<void> ended = sink_->end_input(summary_.problems == problems_before_); !ended)
    fail(ended.error());
}

void Collector::take(Piece&& piece) {
  if (piece.ended_before) end_source(*piece.ended_before);
  cut_.insert(piece.cut.begin(), piece.cut.end());
  write(piece.rows);
  for (const EndedSource& source : piece.ended_within) end_source(source);
  for (const UniqueRow& row : piece.unique) count(row);
  sum_.add(std::move(piece.summary));
  for (const std::string& sentence : piece.problems) problem(sentence);
  for (const Error& error : piece.unreadable) unreadable(error);
  summary_.messages += piece.messages;
  summary_.errors += piece.errors;
  summary_.warnings += piece.warnings;
}

void Collector::unreadable(const Error& error) {
  problem(error.message);
  if (command_ != Command::kCheck) return;
  MessageInfo nowhere;
  nowhere.source = error.source;
  Diagnostic diagnostic;
  diagnostic.message = &nowhere;
  diagnostic.code =
      error.code == Error::Code::kLimit ? DiagnosticCode::kLimitHit : DiagnosticCode::kUnreadable;
  diagnostic.detail = error.message;
  if (!passes(options_.diagnostics, diagnostic)) return;
  ++summary_.errors;
  if (options_.summary) return sum_.add(diagnostic);
  const auto writer = make_row_writer(options_);
  writer->diagnostic(diagnostic);
  write(writer->rows());
}

void Collector::write_sum() {
  const auto writer = make_row_writer(options_);
  for (const write::SummaryRow& row : sum_.take()) writer->summary(row);
  write(writer->rows());
}

void Collector::count(const UniqueRow& row) {
  if (failed_) return;
  const auto [at, is_new] = unique_index_.try_emplace(row.url, unique_counts_.size());
  if (!is_new) {
    ++unique_counts_[at->second];
    return;
  }
  unique_counts_.push_back(1);
  if (Result<void> added = unique_rows_.add(row.row); !added) fail(added.error());
}

void Collector::write_unique() {
  const auto writer = make_row_writer(options_);
  for (const std::uint64_t count : unique_counts_) {
    if (failed_) return;
    const Result<std::string_view> row = unique_rows_.next();
    if (!row) return fail(row.error());
    writer->unique_link(*row, count);
    if (writer->rows().size() < kPieceBytes) continue;
    write(writer->rows());
    writer->clear();
  }
  write(writer->rows());
}

Result<RunSummary> Collector::finish() {
  write_unique();
  write_sum();
  if (failed_) return *failed_;
  if (Result<void> finished = sink_->finish(); !finished) return finished.error();
  return summary_;
}

}  // namespace mimebase::run
