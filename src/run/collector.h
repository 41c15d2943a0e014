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
#include "run/destination.h"
#include "run/digest.h"
#include "run/piece.h"

namespace mimebase::run {

class Collector {
 public:
  // `options` and `destination` must outlive the collector.
  Collector(const RunOptions& options, Destination& destination)
      : options_(options), destination_(destination) {}

  // An input is about to be read. Returns false if the output holds it already, or nothing more can be
  // written.
  [[nodiscard]] bool begin_input(const std::string& input);
  // Destination::wants_sources() and known_source() of that input.
  [[nodiscard]] bool wants_sources() const { return !failed_ && destination_.wants_sources(); }
  [[nodiscard]] std::string known_source() const { return destination_.known_source(); }
  // Reads an input that only this destination takes. Returns false if it is to be read as mail.
  [[nodiscard]] bool reads_itself(const std::string& input);

  // A batch: the sources that ended before it, its pieces, and the sources that ended in it, with the
  // problems on the way to it.
  void begin_batch(const EndedSources& ended);
  void take(Piece&& piece);
  [[nodiscard]] bool accepts(const Piece& piece) const { return destination_.accepts(piece); }
  void end_batch(const EndedSources& ended, const std::vector<Error>& problems);

  void found(std::uint64_t messages, bool at_end) { destination_.found(messages, at_end); }
  [[nodiscard]] bool is_done() const { return destination_.is_done(); }

  // The input has ended, with its last source and problems, and all of it was collected.
  void end_input(const std::optional<EndedSource>& last, const std::vector<Error>& problems);
  // Passes a sentence to RunOptions::on_note.
  void note(std::string sentence) { report_later(std::move(sentence), options_.on_note); }
  // Ends the run: nothing more is written, and finish() returns the error.
  void fail(Error error);
  [[nodiscard]] bool failed() const { return failed_.has_value(); }
  [[nodiscard]] Result<RunSummary> finish();

  // Calls RunOptions::on_problem and on_note with the sentences since the last call. What those functions
  // throw ends the run, which must not happen while a piece is taken.
  void report_problems();

 private:
  void end_source(const EndedSource& source);
  void problem(const Error& error);
  void report_problems_of_destination();
  void report_later(std::string sentence, const std::function<void(std::string_view)>& listener);
  void unreadable(const Error& error);
  // Keeps the reason of what failed.
  void require(const Result<void>& done) {
    if (!done) fail(done.error());
  }

  const RunOptions& options_;
  Destination& destination_;
  RunSummary summary_;
  std::string input_;                  // the current one
  std::uint64_t problems_before_ = 0;  // number of problems when the input began
  std::set<std::string> cut_;          // sources that were not read completely and have not ended
  std::optional<Error> failed_;

  struct Untold {
    std::string sentence;
    const std::function<void(std::string_view)>* listener;
  };
  std::vector<Untold> untold_;
};

}  // namespace mimebase::run
