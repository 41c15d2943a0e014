// Takes the results of a run in the order of the input, counts them, and passes them to the destination.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/run.h"
#include "run/driver/destination.h"
#include "run/driver/piece.h"
#include "run/output/digest.h"

namespace mimebase::run {

// Counts results and passes them on. Not thread-safe.
class Collector {
 public:
  // `options` and `destination` must outlive the collector.
  Collector(const RunOptions& options, Destination& destination)
      : options_(options), destination_(destination) {}

  // Call before an input is read. Returns false if the output already holds it, or if nothing more can be
  // written.
  [[nodiscard]] bool begin_input(const std::string& input);
  // Destination::wants_sources() for that input; false after a failure.
  [[nodiscard]] bool wants_sources() const { return !failed_ && destination_.wants_sources(); }
  // Lets the destination read an input that is not mail (Destination::read()). Returns false if the input
  // must be read as mail.
  [[nodiscard]] bool reads_itself(const std::string& input);

  // For each batch call begin_batch(), take() for its pieces in order, and end_batch(). `ended` contains the
  // sources that ended before and within the batch. `problems` are those that the reader met since the
  // previous batch: before the first record of this one, or after it.
  void begin_batch(const EndedSources& ended, const std::vector<Error>& problems = {});
  void take(Piece&& piece);
  void end_batch(const EndedSources& ended, const std::vector<Error>& problems);

  // For what does not depend on the results.
  [[nodiscard]] Destination& destination() { return destination_; }

  // Call when all batches of the input were collected, with its last source and problems.
  void end_input(const std::optional<EndedSource>& last, const std::vector<Error>& problems);
  // Queues a sentence for RunOptions::on_note.
  void note(std::string sentence) { report_later(std::move(sentence), options_.on_note); }
  // Ends the run: nothing more is written, and finish() returns the first error.
  void fail(Error error);
  [[nodiscard]] bool failed() const { return failed_.has_value(); }
  // Finishes the output. Fails with the first error of the run.
  [[nodiscard]] Result<RunSummary> finish();

  // Passes the queued sentences to RunOptions::on_problem and on_note. Must not be called while a piece is
  // taken, because an exception from these functions ends the run.
  void report_problems();

 private:
  void end_source(const EndedSource& source);
  void problem(const Error& error);
  void report_problems_of_destination();
  void report_later(std::string sentence, const std::function<void(std::string_view)>& listener);
  void unreadable(const Error& error);
  [[nodiscard]] Destination::WhyEmpty why_empty() const;
  [[nodiscard]] std::string known_sentence() const;
  // Ends the run if `done` is an error.
  void require(const Result<void>& done) {
    if (!done) fail(done.error());
  }

  const RunOptions& options_;
  Destination& destination_;
  RunSummary summary_;
  std::string input_;                      // the current input
  std::uint64_t problems_before_ = 0;      // number of problems when the input began
  std::uint64_t messages_before_ = 0;      // number of messages when the input began
  std::vector<std::string> empty_inputs_;  // inputs without a message and without a problem
  std::vector<std::string> known_inputs_;  // inputs that the output already holds
  std::set<std::string> cut_;              // sources that were not read completely and have not ended
  std::optional<Error> failed_;

  struct PendingSentence {
    std::string sentence;
    const std::function<void(std::string_view)>* listener;
  };
  std::vector<PendingSentence> pending_sentences_;
};

}  // namespace mimebase::run
