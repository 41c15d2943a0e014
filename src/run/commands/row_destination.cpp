#include "run/commands/row_destination.h"

#include <algorithm>
#include <utility>

#include "output/output_file.h"
#include "run/commands/top.h"
#include "write/column_writers.h"

namespace mimebase::run {

Result<void> RowDestination::take(Piece& piece) {
  if (Result<void> written = write(piece.rows); !written) return written;
  selection_.add(piece.selection);
  auto& results = piece.as<RowResults>();
  for (const UniqueRow& row : results.unique) {
    if (Result<void> added = counted_.add(row); !added) return added;
  }
  sum_.add(std::move(results.summary));
  return {};
}

Result<bool> RowDestination::take(const Diagnostic& diagnostic) {
  if (!passes(command_.diagnostics, diagnostic)) return false;
  ++selection_.rows;
  if (command_.summary) {
    sum_.add(diagnostic);
    return true;
  }
  const auto writer = make_row_writer(command_);
  writer->diagnostic(diagnostic);
  if (Result<void> written = write(writer->rows()); !written) return written.error();
  return true;
}

bool RowDestination::accepts(const Piece& piece) const {
  const auto writer = make_row_writer(command_);
  if (!piece.is_for<RowResults>() || !writer->accepts(piece.rows, command_.table)) return false;
  const auto* const results = piece.get<RowResults>();
  return results == nullptr || command_.top ||
         std::all_of(results->unique.begin(), results->unique.end(), [&](const UniqueRow& row) {
           writer->clear();
           writer->unique_link(row.row, 1);
           return writer->accepts(writer->rows(), command_.table);
         });
}

Result<void> RowDestination::write_counted() {
  const auto writer = make_row_writer(command_);
  const auto take = [&](std::string_view row, std::uint64_t count) -> Result<void> {
    if (command_.top) {
      write_top(*command_.top, row, count, command_.rows.defang, *writer);
    } else {
      writer->unique_link(row, count);
    }
    if (writer->rows().size() < kPieceBytes) return {};
    Result<void> written = write(writer->rows());
    writer->clear();
    return written;
  };
  if (Result<void> done = counted_.each(take, command_.top.has_value()); !done) return done;
  return write(writer->rows());
}

Result<void> RowDestination::finish() {
  if (Result<void> written = write_counted(); !written) return written;
  const auto writer = make_row_writer(command_);
  for (const write::SummaryRow& row : sum_.take()) writer->summary(row);
  return write(writer->rows());
}

StreamDestination::StreamDestination(const RowCommand& command, Output& output)
    : RowDestination(command), output_(output) {
  if (command.rows.format != Format::kCsv) return;
  const write::Rows& rows = command.summary ? write::kSummaryRows
                            : command.top   ? write::kTopRows
                                            : command.table;
  // Without the mark, Excel reads a file in the system's code page.
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (command.rows.csv_safe && !command.rows.to_terminal) header_ = kByteOrderMark;
  header_ += write::csv_header(rows, command.unique, command.analyze.fields,
                               command.analyze.reader != MailReader::kRfc1808);
}

Result<void> StreamDestination::write(std::string_view rows) {
  if (rows.empty()) return {};
  if (!header_.empty()) {
    if (Result<void> written = output_.write(std::exchange(header_, {})); !written) return written;
  }
  return output_.write(rows);
}

// If there are no rows, only the header is written.
Result<void> StreamDestination::finish() {
  if (Result<void> finished = RowDestination::finish(); !finished) return finished;
  return header_.empty() ? Result<void>() : output_.write(std::exchange(header_, {}));
}

Result<std::unique_ptr<Destination>> DatabaseDestination::open(const RowCommand& command, Output& output) {
  if (command.summary)
    return Error{Error::Code::kUsage, "a summary cannot be written to a database: query one with GROUP BY"};
  if (command.top)
    return Error{Error::Code::kUsage, "--top cannot be written to a database: query one with GROUP BY"};
  const std::string path = OutputFile::path(output);
  if (path.empty())
    return Error{Error::Code::kUnwritable, output.name() + ": a database must be a regular file"};
  const std::vector<database::StoredOption> stored = stored_options(command);
  Result<database::Database> database =
      output.is_append() ? database::Database::append_to(path, output.name(), command.table, stored)
                         : database::Database::create(path, output.name(), command.table, stored);
  if (!database) return database.error();
  return std::unique_ptr<Destination>(std::make_unique<DatabaseDestination>(command, std::move(*database)));
}

DatabaseDestination::DatabaseDestination(const RowCommand& command, database::Database database)
    : RowDestination(command),
      database_(std::move(database)),
      on_stop_(command.rows.stop, [this] { database_.abandon(); }) {}

// An input that is not a regular file is identified by its sources, which end_source() adds. A new database
// needs the digest of a file only at its end.
Result<bool> DatabaseDestination::begin_input(const std::string& input) {
  input_ = input;
  file_ = FileHasher::open(input);
  knows_input_ = file_ != nullptr;
  if (knows_input_ && database_.is_new()) return database_.begin_source({input, std::nullopt, {}});
  const std::optional<FileDigest> file = digest_of_input();
  knows_input_ = file.has_value();
  return knows_input_ ? database_.begin_source({input, file->size_bytes, file->digest}) : Result<bool>(true);
}

std::optional<FileDigest> DatabaseDestination::digest_of_input() {
  std::optional<FileDigest> file = file_ ? file_->finish() : std::nullopt;
  file_.reset();
  if (!file) return std::nullopt;
  // A byte range of a file counts as a separate source, and so does a file with another first number.
  const InputOptions& options = command_.input;
  if (options.range)
    file->digest += ' ' + std::to_string(options.range->start) + ':' + std::to_string(options.range->end);
  if (options.first_message != 1) file->digest += " from " + std::to_string(options.first_message);
  return file;
}

Result<void> DatabaseDestination::end_input(bool is_whole) {
  if (is_whole && file_) {
    const std::optional<FileDigest> file = digest_of_input();
    is_whole = file.has_value();
    if (file) database_.identify_begun_source(file->size_bytes, file->digest);
  }
  file_.reset();
  return database_.end_begun_source(is_whole);
}

Result<void> DatabaseDestination::write(std::string_view rows) {
  return rows.empty() ? Result<void>() : database_.insert(rows);
}

Result<void> DatabaseDestination::end_source(const EndedSource& source, bool is_whole) {
  return database_.end_source({source.name, source.size_bytes, source.digest}, is_whole);
}

Result<void> DatabaseDestination::finish() {
  if (Result<void> finished = RowDestination::finish(); !finished) return finished;
  return database_.finish();
}

Result<std::unique_ptr<Destination>> make_row_destination(const RowCommand& command, Output& output) {
  if (command.rows.format == Format::kSqlite) return DatabaseDestination::open(command, output);
  return std::unique_ptr<Destination>(std::make_unique<StreamDestination>(command, output));
}

}  // namespace mimebase::run
