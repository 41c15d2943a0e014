// What takes results in the order of the input and writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mimebase/run.h"
#include "run/command.h"
#include "run/kept_rows.h"
#include "run/piece.h"
#include "run/row_sink.h"
#include "run/summary.h"

namespace mimebase::run {

// To be used by one thread at a time.
class Collector {
 public:
  // `options` and `output` must outlive the collector.
  Collector(Command command, const RunOptions& options, Output& output);

  // An input is about to be read. False where it need not be.
  [[nodiscard]] bool begin_input(const std::string& input);
  // True if the output wants to know the sources of the input that was begun: then they are to come with the
  // pieces, and the last one here.
  [[nodiscard]] bool wants_sources() const { return !failed_ && sink_->wants_sources(); }
  // The name of that input, if the output knows it as a source: the one that is not to come. Else empty.
  [[nodiscard]] std::string known_source() const;
  void end_source(const EndedSource& source);
  // The input that was begun has ended: all of it was collected.
  void end_input();
  void take(Piece&& piece);
  // What could not be read is a problem, and for `check` a row as well.
  void unreadable(const Error& error);
  // Nothing more is written, and finish() says why.
  void fail(Error error);
  [[nodiscard]] bool failed() const { return failed_.has_value(); }
  [[nodiscard]] Result<RunSummary> finish();

 private:
  struct Hash {
    std::size_t operator()(const Fingerprint& print) const { return print[0]; }
  };
  void write(std::string_view rows);
  void problem(const std::string& sentence);
  void count(const UniqueRow& row);
  void write_unique();
  void write_sum();

  const Command command_;
  const RunOptions& options_;
  std::unique_ptr<RowSink> sink_;
  RunSummary summary_;
  Summary sum_;                        // with --summary
  std::string input_;                  // that was begun
  std::uint64_t problems_before_ = 0;  // it was
  std::set<std::string> cut_;          // sources of which not all was read, and that have not ended
  std::optional<Error> failed_;
  // With --unique: of every URL how often it was there, and the row of the first time, in that order.
  std::unordered_map<Fingerprint, std::size_t, Hash> unique_index_;
  std::vector<std::uint64_t> unique_counts_;
  KeptRows unique_rows_;
};

}  // namespace mimebase::run
