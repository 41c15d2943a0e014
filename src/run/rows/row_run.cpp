#include "run/rows/row_run.h"

#include <utility>

#include "run/commands/row_worker.h"

namespace mimebase::run {
namespace {

RowCommand command_of(const RowRequest& request) {
  RowOptions rows;
  rows.format = Format::kSqlite;
  const write::Rows& table = table_of(request.kind);
  if (&table == &write::kLinkRows)
    return {request.options, LinksOptions{rows, request.filter, request.kind == RowKind::kUniqueLinks}};
  if (&table == &write::kEntityRows) return {request.options, TreeOptions{rows}};
  if (&table == &write::kComparisonRows) return {request.options, CompareOptions{rows}};
  return {request.options, CheckOptions{rows, request.diagnostics, request.kind == RowKind::kSummary}};
}

}  // namespace

std::string shown_sentence(std::string_view sentence, bool is_of_bytes) {
  constexpr std::string_view kStandardInput = "standard input";
  if (!is_of_bytes || !sentence.starts_with(kStandardInput)) return std::string(sentence);
  return "-" + std::string(sentence.substr(kStandardInput.size()));
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

Result<void> RowSender::finish() {
  if (Result<void> finished = RowDestination::finish(); !finished) return finished;
  return flush();
}

Result<void> RowSender::flush() {
  if (chunk_.is_empty() || send_(std::exchange(chunk_, {}))) return {};
  is_unwanted_ = true;
  return Error{Error::Code::kClosedPipe, "nobody takes the rows"};
}

RowRun::RowRun(const RowRequest& request, NextInput next_input, RowSender::Send send)
    : options_([&] {
        RunOptions options = request.options;
        options.on_note = [this](std::string_view sentence) { sender_.note(std::string(sentence)); };
        return options;
      }()),
      command_(command_of(request)),
      next_input_(std::move(next_input)),
      sender_(command_, std::move(send)),
      collector_(options_, sender_) {
  const auto make = [this] { return std::make_unique<RowWorker>(command_); };
  reader_ = RunReader::start(options_, collector_, make, "by one process", 1);
}

bool RowRun::step() {
  if (result_) return false;
  if (is_reading_) {
    is_reading_ = reader_->step();
    collector_.report_problems();
    return true;
  }
  if (std::optional<RowInput> input = collector_.failed() ? std::nullopt : next_input_()) {
    sender_.set_is_bytes(input->bytes.has_value());
    is_reading_ = collector_.begin_input(input_name(*input));
    if (is_reading_) reader_->open(*input);
    return true;
  }
  sender_.set_skipped(reader_->skipped_files(), reader_->skipped_revisits());
  reader_.reset();
  result_ = collector_.finish();
  return false;
}

}  // namespace mimebase::run
