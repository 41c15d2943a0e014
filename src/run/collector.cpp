#include "run/collector.h"

#include <algorithm>
#include <utility>

#include "lacking.h"
#include "mimebase/diagnostics.h"
#include "run/top.h"
#include "url/idna.h"
#include "write/column_writers.h"
#include "write/existing_database.h"
#include "write/output_file.h"
#include "write/row_check.h"

namespace mimebase::run {

Collector::Collector(Command command, const RunOptions& options, Output& output)
    : command_(command), options_(options), output_(&output) {
  if (options.format == Format::kSqlite) {
    open_database(output);
  } else if (options.format == Format::kCsv) {
    header_ = write::csv_header(options.summary ? write::kSummaryRows
                                : options.top   ? write::kTopRows
                                                : rows_of(command),
                                options.unique);
  }
}

void Collector::open_database(Output& output) {
  if (options_.summary) return fail({Error::Code::kUsage, "a summary is no database: ask one with GROUP BY"});
  if (options_.top) return fail({Error::Code::kUsage, "--top is no database: ask one with GROUP BY"});
  if (OutputFile::path(output).empty())
    return fail({Error::Code::kUnwritable, output.name() + ": a database needs a regular file"});
  const write::Rows& rows = rows_of(command_);
  const std::vector<write::StoredOption> stored = stored_options(command_, options_);
  Result<write::Database> database =
      output.is_append() ? write::Database::append_to(OutputFile::path(output), output.name(), rows, stored)
                         : write::Database::create(OutputFile::path(output), output.name(), rows, stored);
  if (!database) return fail(database.error());
  database_ = std::move(*database);
  on_stop_.emplace(options_.stop, [this] { database_->abandon(); });
}

void Collector::fail(Error error) {
  if (!failed_) failed_ = std::move(error);
}

bool Collector::begin_input(const std::string& input) {
  if (failed_) return false;
  input_ = input;
  problems_before_ = summary_.problems;
  if (destination_ != nullptr) require(destination_->begin_input(input));
  if (failed_) return false;
  const Result<bool> wanted = is_wanted(input);
  if (!wanted) fail(wanted.error());
  return wanted && *wanted;
}

// What is no regular file is known again by its sources, which are added as their rows come.
Result<bool> Collector::is_wanted(const std::string& input) {
  std::optional<FileDigest> file = database_ ? digest_of_file(input) : std::nullopt;
  knows_input_ = file.has_value();
  if (!file) return true;
  // A range of a file is a source of its own, and so are messages that are numbered in another way.
  const InputOptions& options = options_.input;
  if (options.range)
    file->digest += ' ' + std::to_string(options.range->start) + ':' + std::to_string(options.range->end);
  if (options.first_message != 1) file->digest += " from " + std::to_string(options.first_message);
  return database_->begin_source({input, file->size_bytes, file->digest});
}

void Collector::write(std::string_view rows) {
  if (failed_ || rows.empty()) return;
  if (database_) return require(database_->insert(rows));
  if (!header_.empty()) require(output_->write(std::exchange(header_, {})));
  if (!failed_) require(output_->write(rows));
}

void Collector::problem(const std::string& sentence) {
  ++summary_.problems;
  if (report_ != nullptr) report_->problem(sentence);
  tell_later(sentence, options_.on_problem);
}

void Collector::tell_later(std::string sentence, const std::function<void(std::string_view)>& listener) {
  if (!listener) return;
  untold_.push_back({std::move(sentence), &listener});
}

void Collector::tell_problems() {
  for (const Untold& each : std::exchange(untold_, {})) (*each.listener)(each.sentence);
}

void Collector::end_source(const EndedSource& source) {
  const bool whole = cut_.erase(source.name) == 0 && source.whole;
  if (wants_sources()) require(database_->end_source({source.name, source.size_bytes, source.digest}, whole));
}

void Collector::begin_batch(const EndedSources& ended) {
  if (ended.before) end_source(*ended.before);
}

void Collector::take(Piece&& piece) {
  cut_.insert(piece.cut.begin(), piece.cut.end());
  if (output_ != nullptr) write(piece.rows);
  if (report_ != nullptr && !failed_) require(report_->take(piece));
  if (extract_ != nullptr && !failed_) {
    require(extract_->take(piece));
    for (const std::string& sentence : extract_->take_problems()) problem(sentence);
  }
  if (destination_ != nullptr && !failed_) {
    require(destination_->take(piece));
    for (const std::string& sentence : destination_->take_problems()) problem(sentence);
  }
  missed_idna_ = missed_idna_ || piece.missed_idna;
  for (std::string& note : piece.notes) tell_later(std::move(note), options_.on_note);
  summary_.edited += piece.edited;
  summary_.mended += piece.mended;
  for (const UniqueRow& row : piece.unique) {
    if (!failed_) require(counted_.add(row));
  }
  sum_.add(std::move(piece.summary));
  for (const std::string& sentence : piece.problems) problem(sentence);
  summary_.messages += piece.messages;
  summary_.errors += piece.errors;
  summary_.warnings += piece.warnings;
}

bool Collector::accepts(const Piece& piece) const {
  if ((output_ == nullptr && !piece.unique.empty()) || (report_ == nullptr && !piece.reported.empty()) ||
      (extract_ == nullptr && !piece.files.empty()) || (destination_ == nullptr && !piece.sources.empty()))
    return false;
  if (report_ != nullptr) return report_->accepts(piece);
  if (extract_ != nullptr) return ExtractOutput::accepts(piece);
  if (destination_ != nullptr)
    return piece.sources.empty() ? piece.rows.empty() : piece.sources.front().at == 0;
  const bool is_clean = has_clean_rows(piece.rows);
  return is_clean &&
         (options_.top || std::all_of(piece.unique.begin(), piece.unique.end(), [&](const UniqueRow& row) {
            return has_clean_rows(options_.format == Format::kSqlite ? row.row : row.row + '\n');
          }));
}

bool Collector::has_clean_rows(std::string_view rows) const {
  if (database_) return write::are_packed(rows, rows_of(command_));
  const bool is_raw = options_.format == Format::kCsv || options_.format == Format::kUrls;
  return (is_raw && !options_.to_terminal) || write::are_lines(rows, options_.color);
}

void Collector::found(std::uint64_t messages, bool at_end) {
  if (extract_ != nullptr) extract_->found(messages, at_end);
}

void Collector::end_batch(const EndedSources& ended, const std::vector<Error>& problems) {
  if (extract_ != nullptr) extract_->end_batch();
  for (const EndedSource& source : ended.within) end_source(source);
  for (const Error& error : problems) unreadable(error);
}

void Collector::end_input(const std::optional<EndedSource>& last, const std::vector<Error>& problems) {
  if (last) end_source(*last);
  for (const Error& error : problems) unreadable(error);
  cut_.clear();
  if (wants_sources()) require(database_->end_begun_source(summary_.problems == problems_before_));
}

// What could not be read is a problem, and for `check` a row as well.
void Collector::unreadable(const Error& error) {
  problem(error.message);
  if (command_ != Command::kCheck && command_ != Command::kReport) return;
  MessageInfo nowhere;
  nowhere.source = error.source;
  Diagnostic diagnostic;
  diagnostic.message = &nowhere;
  diagnostic.code =
      error.code == Error::Code::kLimit ? DiagnosticCode::kLimitHit : DiagnosticCode::kUnreadable;
  diagnostic.detail = error.message;
  if (!passes(options_.diagnostics, diagnostic)) return;
  ++summary_.errors;
  if (options_.summary || report_ != nullptr) return sum_.add(diagnostic);
  const auto writer = make_row_writer(options_);
  writer->diagnostic(diagnostic);
  write(writer->rows());
}

bool Collector::takes_database(const std::string& input) {
  if (report_ == nullptr || !write::is_database(input)) return false;
  const Result<void> read =
      read_database(input, report_->room(), [this](Piece piece) { take(std::move(piece)); });
  if (!read) unreadable({read.error().code, read.error().message, input});
  return true;
}

void Collector::write_sum() {
  const auto writer = make_row_writer(options_);
  for (const write::SummaryRow& row : sum_.take()) writer->summary(row);
  write(writer->rows());
}

void Collector::write_counted() {
  if (failed_) return;
  const auto writer = make_row_writer(options_);
  const auto take = [&](std::string_view row, std::uint64_t count) -> Result<void> {
    if (options_.top) {
      write_top(*options_.top, row, count, *writer);
    } else {
      writer->unique_link(row, count);
    }
    if (writer->rows().size() < kPieceBytes) return {};
    write(writer->rows());
    writer->clear();
    return failed_ ? Result<void>(*failed_) : Result<void>();
  };
  require(options_.top ? counted_.each_by_count(take) : counted_.each(take));
  write(writer->rows());
}

Result<RunSummary> Collector::finish() {
  if (output_ != nullptr) {
    write_counted();
    write_sum();
    // Without any rows the header stands alone.
    if (!failed_ && !header_.empty()) require(output_->write(std::exchange(header_, {})));
  }
  if (missed_idna_)
    problem("hosts beyond ASCII are none to the rules whatwg, by which parts are found too: " +
            built_without("ICU"));
  if (!failed_ && database_) require(database_->finish());
  if (!failed_ && destination_ != nullptr) require(destination_->finish());
  if (!failed_ && report_ != nullptr) require(report_->finish(sum_.take()));
  if (!failed_ && extract_ != nullptr) {
    if (const std::optional<std::string> missing = extract_->missing()) problem(*missing);
    require(extract_->finish());
    for (const std::string& sentence : extract_->take_problems()) problem(sentence);
  }
  if (failed_) return *failed_;
  return summary_;
}

}  // namespace mimebase::run
