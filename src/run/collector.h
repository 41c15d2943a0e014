// What takes results in the order of the input and writes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mimebase/run.h"
#include "run/piece.h"
#include "write/row_sink.h"

namespace mimebase::run {

// To be used by one thread at a time.
class Collector {
 public:
  // `options` and `output` must outlive the collector.
  Collector(write::Contents contents, const RunOptions& options, Output& output);

  // An input is about to be read. False where it need not be.
  [[nodiscard]] bool begin_input(const std::string& input);
  void take(const Piece& piece);
  // What could not be read is a problem, and for `check` a row as well.
  void unreadable(const std::string& input, const std::string& sentence);
  // Nothing more is written, and finish() says why.
  void fail(Error error);
  [[nodiscard]] bool failed() const { return failed_.has_value(); }
  [[nodiscard]] Result<RunSummary> finish();

 private:
  struct Counted {
    std::string row;
    std::uint64_t count = 0;
  };
  void write(std::string_view rows);
  void problem(const std::string& sentence);
  void write_unique();

  const write::Contents contents_;
  const RunOptions& options_;
  std::unique_ptr<write::RowSink> sink_;
  RunSummary summary_;
  std::optional<Error> failed_;
  std::unordered_map<std::string, std::size_t> unique_index_;
  std::vector<Counted> unique_;  // in the order of first occurrence
};

}  // namespace mimebase::run
