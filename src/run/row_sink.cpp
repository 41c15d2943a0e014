#include "run/row_sink.h"

#include <functional>
#include <stop_token>
#include <utility>

#include "run/digest.h"
#include "write/column_writers.h"
#include "write/database.h"
#include "write/output_file.h"

namespace mimebase::run {
namespace {

class StreamSink : public RowSink {
 public:
  StreamSink(std::string header, Output& output) : header_(std::move(header)), output_(output) {}

  Result<bool> begin_input(const std::string&) override { return true; }
  Result<void> end_input(bool) override { return {}; }
  bool wants_sources() const override { return false; }
  bool knows_input() const override { return false; }
  Result<void> end_source(const write::SourceIdentity&, bool) override { return {}; }

  Result<void> write(std::string_view rows) override {
    if (!header_.empty()) {
      if (Result<void> written = output_.write(std::exchange(header_, {})); !written) return written;
    }
    return output_.write(rows);
  }

  // Without any rows the header stands alone.
  Result<void> finish() override { return write({}); }

 private:
  std::string header_;
  Output& output_;
};

class DatabaseSink : public RowSink {
 public:
  DatabaseSink(write::Database database, const RunOptions& options)
      : database_(std::move(database)),
        input_(options.input),
        on_stop_(options.stop, [this] { database_.abandon(); }) {}

  // What is no regular file is known again by its sources, which are added as their rows come.
  Result<bool> begin_input(const std::string& input) override {
    std::optional<FileDigest> file = digest_of_file(input);
    knows_input_ = file.has_value();
    if (!file) return true;
    // A range of a file is a source of its own, and so are messages that are numbered in another way.
    if (input_.range)
      file->digest += ' ' + std::to_string(input_.range->start) + ':' + std::to_string(input_.range->end);
    if (input_.first_message != 1) file->digest += " from " + std::to_string(input_.first_message);
    return database_.begin_source({input, file->size_bytes, file->digest});
  }
  Result<void> end_input(bool whole) override { return database_.end_begun_source(whole); }

  bool wants_sources() const override { return true; }
  bool knows_input() const override { return knows_input_; }
  Result<void> end_source(const write::SourceIdentity& source, bool whole) override {
    return database_.end_source(source, whole);
  }
  Result<void> write(std::string_view rows) override { return database_.insert(rows); }
  Result<void> finish() override { return database_.finish(); }

 private:
  write::Database database_;
  const InputOptions input_;
  bool knows_input_ = false;
  const std::stop_callback<std::function<void()>> on_stop_;
};

std::string header_of(Command command, const RunOptions& options) {
  if (options.format != Format::kCsv) return {};
  return write::csv_header(options.summary ? write::kSummaryRows : rows_of(command), options.unique);
}

}  // namespace

Result<std::unique_ptr<RowSink>> make_row_sink(Command command, const RunOptions& options, Output& output) {
  std::unique_ptr<RowSink> sink;
  if (options.format != Format::kSqlite) {
    sink = std::make_unique<StreamSink>(header_of(command, options), output);
    return sink;
  }
  if (OutputFile::path(output).empty()) {
    return Error{Error::Code::kUnwritable, output.name() + ": a database needs a regular file"};
  }
  const write::Rows& rows = rows_of(command);
  const std::vector<write::StoredOption> stored = stored_options(command, options);
  Result<write::Database> database =
      output.is_append() ? write::Database::append_to(OutputFile::path(output), output.name(), rows, stored)
                         : write::Database::create(OutputFile::path(output), output.name(), rows, stored);
  if (!database) return database.error();
  sink = std::make_unique<DatabaseSink>(std::move(*database), options);
  return sink;
}

}  // namespace mimebase::run
