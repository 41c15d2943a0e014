// What takes results in the order of the input and writes them: to a stream of bytes, or to a database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/run.h"
#include "run/command.h"
#include "run/counted_rows.h"
#include "run/digest.h"
#include "run/extract_output.h"
#include "run/piece.h"
#include "run/report_destination.h"
#include "run/rewrite_destination.h"
#include "write/database.h"

namespace mimebase::run {

class Collector {
 public:
  // `options` and `output` must outlive the collector.
  Collector(Command command, const RunOptions& options, Output& output);
  // Of `rewrite`.
  Collector(const RunOptions& options, RewriteDestination& destination)
      : command_(Command::kRewrite), options_(options), destination_(&destination) {}

  // Of `report`.
  Collector(const RunOptions& options, ReportDestination& report)
      : command_(Command::kReport), options_(options), report_(&report) {}

  // Of `extract`.
  Collector(const RunOptions& options, ExtractOutput& extract)
      : command_(Command::kExtract), options_(options), extract_(&extract) {}

  // An input is about to be read. False where the output holds it already, or nothing more can be written.
  [[nodiscard]] bool begin_input(const std::string& input);
  // True if the output wants to know the sources of the input that was begun.
  [[nodiscard]] bool wants_sources() const { return !failed_ && database_; }
  // The name of that input, if the output knows it as a source: the one that is not to come. Else empty.
  [[nodiscard]] std::string known_source() const { return knows_input_ ? input_ : std::string(); }

  // A batch: what ended before it, its pieces, and what ended in it with the `problems` on the way to it.
  void begin_batch(const EndedSources& ended);
  void take(Piece&& piece);
  // Returns true if the rows and files of the piece are such as this command writes. To be asked about what
  // another process has made.
  [[nodiscard]] bool accepts(const Piece& piece) const;
  void end_batch(const EndedSources& ended, const std::vector<Error>& problems);

  // So many messages of the input were found so far; `at_end`: no more are. Told ahead of what is taken.
  void found(std::uint64_t messages, bool at_end);
  // True where nothing more is wanted of the input.
  [[nodiscard]] bool is_done() const { return extract_ != nullptr && extract_->is_done(); }

  // The input that was begun has ended, with its last source and problems: all of it was collected.
  void end_input(const std::optional<EndedSource>& last, const std::vector<Error>& problems);
  // Of `report`: an input that is a database is read here, and is not to be read otherwise.
  [[nodiscard]] bool takes_database(const std::string& input);
  // Passes a sentence to RunOptions::on_note.
  void note(std::string sentence) { tell_later(std::move(sentence), options_.on_note); }
  // Nothing more is written, and finish() says why.
  void fail(Error error);
  [[nodiscard]] bool failed() const { return failed_.has_value(); }
  [[nodiscard]] Result<RunSummary> finish();

  // Calls RunOptions::on_problem and on_note with the sentences that were not told yet: what those throw ends
  // the run, which take() must not do within a message.
  void tell_problems();

 private:
  void open_database(Output& output);
  [[nodiscard]] Result<bool> is_wanted(const std::string& input);
  void end_source(const EndedSource& source);
  void write(std::string_view rows);
  [[nodiscard]] bool has_clean_rows(std::string_view rows) const;
  void problem(const std::string& sentence);
  void tell_later(std::string sentence, const std::function<void(std::string_view)>& listener);
  void unreadable(const Error& error);
  void write_counted();
  void write_sum();
  // Keeps the reason of what failed.
  void require(const Result<void>& done) {
    if (!done) fail(done.error());
  }

  const Command command_;
  const RunOptions& options_;
  Output* output_ = nullptr;
  RewriteDestination* destination_ = nullptr;
  ReportDestination* report_ = nullptr;
  ExtractOutput* extract_ = nullptr;
  std::string header_;  // of CSV, until it is written
  std::optional<write::Database> database_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;  // gone before the database
  RunSummary summary_;
  Summary sum_;                        // with --summary
  std::string input_;                  // that was begun
  bool missed_idna_ = false;           // of any piece
  bool knows_input_ = false;           // the database has it as one source
  std::uint64_t problems_before_ = 0;  // it was begun
  std::set<std::string> cut_;          // sources of which not all was read, and that have not ended
  std::optional<Error> failed_;
  CountedRows counted_;  // with --unique and --top

  struct Untold {
    std::string sentence;
    const std::function<void(std::string_view)>* listener;
  };
  std::vector<Untold> untold_;
};

}  // namespace mimebase::run
