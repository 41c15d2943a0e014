// Destinations of rows: a stream of bytes, and a database.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "database/database.h"
#include "mimebase/output.h"
#include "mimebase/run.h"
#include "run/commands/command.h"
#include "run/commands/counted_rows.h"
#include "run/driver/destination.h"
#include "run/filters/why_empty.h"

namespace mimebase::run {

// Takes the rows of `links`, `tree`, `check` and `compare`, and writes those that are counted at the end.
class RowDestination : public Destination {
 public:
  // `command` must outlive the object.
  explicit RowDestination(const RowCommand& command) : command_(command) {}

  [[nodiscard]] bool accepts(const Piece& piece) const override;
  [[nodiscard]] Result<void> take(Piece& piece) override;
  [[nodiscard]] bool takes_diagnostics() const override { return &command_.table == &write::kDiagnosticRows; }
  [[nodiscard]] Result<bool> take(const Diagnostic& diagnostic) override;
  [[nodiscard]] Result<void> finish() override;
  [[nodiscard]] WhyEmpty why_empty() const override { return run::why_empty(selection_, command_); }

 protected:
  const RowCommand& command_;

 private:
  // `rows` may be empty.
  [[nodiscard]] virtual Result<void> write(std::string_view rows) = 0;
  [[nodiscard]] Result<void> write_counted();

  Selection selection_;
  Summary sum_;          // with --summary
  CountedRows counted_;  // with --unique and --top
};

// Writes rows as text, JSON Lines, CSV or URLs.
class StreamDestination : public RowDestination {
 public:
  // `command` and `output` must outlive the object.
  StreamDestination(const RowCommand& command, Output& output);

  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> write(std::string_view rows) override;

  Output& output_;
  std::string header_;  // the CSV header, until it is written
};

// Writes rows to an SQLite database. The database records its sources, so that a later run with --append
// skips them.
class DatabaseDestination : public RowDestination {
 public:
  // Opens the database. `command` must outlive the object. Fails with kUsage and kUnwritable.
  [[nodiscard]] static Result<std::unique_ptr<Destination>> open(const RowCommand& command, Output& output);
  DatabaseDestination(const RowCommand& command, database::Database database);

  [[nodiscard]] Result<bool> begin_input(const std::string& input) override;
  [[nodiscard]] bool wants_sources() const override { return true; }
  [[nodiscard]] std::string known_source() const override { return knows_input_ ? input_ : std::string(); }
  [[nodiscard]] Result<void> end_source(const EndedSource& source, bool is_whole) override;
  [[nodiscard]] Result<void> end_input(bool is_whole) override;
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> write(std::string_view rows) override;
  [[nodiscard]] std::optional<FileDigest> digest_of_input();

  database::Database database_;
  std::string input_;
  bool knows_input_ = false;          // the database records the input as one source
  std::unique_ptr<FileHasher> file_;  // that input, until its digest is known
  std::stop_callback<std::function<void()>> on_stop_;
};

// Returns the destination for the command's format. Fails like DatabaseDestination::open().
[[nodiscard]] Result<std::unique_ptr<Destination>> make_row_destination(const RowCommand& command,
                                                                        Output& output);

}  // namespace mimebase::run
