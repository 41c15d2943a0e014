// Inputs in, pieces of rows out in the order of the input: threads of its own read and analyse, and whoever
// wants rows pulls them. Nothing here knows Python.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/result.h"
#include "mimebase/run.h"
#include "python/options.h"
#include "python/rows.h"

namespace mimebase::python {

enum class Command { kLinks, kTree, kCheck };

// A path, or bytes as standard input would have them.
struct Input {
  std::string path;
  std::optional<std::string> bytes;
};

struct Request {
  Command command = Command::kLinks;
  std::vector<Input> inputs;
  RunOptions options;
  RowsWanted rows;

  // Of the rows that come of it.
  [[nodiscard]] Shape shape() const;
};

// One thread at a time may call next(). Memory stays flat: threads wait while nobody takes what they have
// made.
class Stream {
 public:
  explicit Stream(Request request);
  // Stops the threads, and waits for them; but for one that waits for a pipe, which ends by itself.
  ~Stream();
  Stream(Stream&&) = delete;

  // What is next. Nothing where it is not there after `most`, or at the end. Fails where the inputs cannot be
  // read as the options say (kUsage), or where memory ran out.
  [[nodiscard]] Result<std::optional<Piece>> next(std::chrono::milliseconds most);
  [[nodiscard]] bool at_end() const;

 private:
  class State;
  std::shared_ptr<State> state_;
};

}  // namespace mimebase::python
