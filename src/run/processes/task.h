// Tasks for worker processes, and the rules for what a worker may send about its task.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/limits.h"
#include "process/connection.h"
#include "run/driver/piece.h"
#include "run/output/kept_rows.h"
#include "run/processes/wire.h"

namespace mimebase::run {

// Stores the pieces of an incomplete message, in memory or in a temporary file. A message's results are
// written only when they are complete.
class HeldPieces {
 public:
  // Both functions fail with kUnwritable.
  [[nodiscard]] Result<void> add(const process::Message& message);
  // Passes the pieces to `take` in the order of add().
  [[nodiscard]] Result<void> each(const std::function<void(Piece piece)>& take);

 private:
  KeptRows rows_;
};

// A unit of work and its results so far. Tasks are created in the order of the input.
struct Task {
  // Results of whole messages.
  struct Result {
    std::unique_ptr<HeldPieces> before;  // earlier pieces of the message that `piece` completes; usually null
    Piece piece;
    std::uint64_t bytes = 0;
  };

  Assignment job;
  int file = -1;                             // the mbox that the job is a part of
  bool reaches_end = true;                   // all parts together cover the whole file
  std::shared_ptr<const std::string> batch;  // otherwise the batch (batch_bytes.h)
  std::vector<std::string> sources;          // sources of its messages
  std::uint64_t messages = 0;  // number of messages; for a part of an mbox, unknown until it is split
  std::uint64_t bytes = 0;     // size of these messages
  EndedSources ended = {};
  std::vector<Error> problems_before = {}, problems = {};  // met before its messages, and after the first
  std::deque<Result> results = {};
  std::uint64_t result_bytes = 0;  // of `results`
  bool is_begun = false;           // the collector has begun it
  bool is_whole = false;           // no more results will follow
  unsigned deaths = 0;             // deaths of workers that could not be attributed to a message
  double seconds = 0;              // time that all its workers had
  // Processor time of the processes that messages have ended, by their indices; see cpu_budget.h.
  std::map<std::uint64_t, double> cpu_seconds = {};
};

// Checks what a worker sends about its task: the kinds of messages at each time, numbers that increase within
// the task's limits, and plausible sizes. A worker that breaks a rule is ended like one that crashed.
class TaskProtocol {
 public:
  // Returns true if a piece contains what the run writes.
  using Accepts = std::function<bool(const Piece& piece)>;

  // All arguments must outlive the object. `signs` states whether the worker may ask for signatures.
  TaskProtocol(Task& task, const Limits& limits, const Accepts& accepts, bool signs = false);
  TaskProtocol(const TaskProtocol&) = delete;
  TaskProtocol& operator=(const TaskProtocol&) = delete;

  // Returns the size limits for a message of this kind, or nothing if it must not come now.
  [[nodiscard]] std::optional<process::Connection::Bounds> allows(process::Kind kind) const;
  // Takes a SplitReply, which contains the number of the task's messages. `file_bytes` is the size of the
  // file. Returns nothing if the reply is not allowed.
  [[nodiscard]] std::optional<SplitReply> split(const process::Message& message, std::uint64_t file_bytes);
  // Takes a piece. Its messages become results of the task once they are complete.
  enum class Taken { kForbidden, kTaken, kComplete, kUnwritable };
  [[nodiscard]] Taken piece(process::Message message, std::optional<Error>& error);

  // Takes a request for a signature, which is charged to the task. A request that is refused needs an answer,
  // too: an honest worker asks for more than its messages grant only if they are extreme.
  enum class Asked { kForbidden, kRefused, kGranted };
  [[nodiscard]] Asked ask(const process::Message& message, SignRequest& request);

  // The highest plausible index that the worker has reported, plus 1.
  [[nodiscard]] std::uint64_t highest(std::uint64_t reported);

 private:
  [[nodiscard]] bool is_allowed(const Piece& piece, bool is_last);
  [[nodiscard]] bool has_known_sources(const Piece& piece);
  [[nodiscard]] std::uint64_t most_signed() const;

  Task& task_;
  const Limits& limits_;
  const Accepts& accepts_;
  std::uint64_t done_;         // complete messages
  std::uint64_t counted_ = 0;  // messages counted by pieces since the worker got the task
  std::uint64_t first_;        // the worker's first message
  std::uint64_t lasting_bytes_ = 0;
  std::uint64_t highest_ = 0;
  std::uint64_t held_bytes_ = 0;
  const bool signs_;
  std::uint64_t signed_ = 0;      // bytes of what was signed, with the cost of each request
  std::size_t source_ = 0;        // in Task::sources, of the last source that a piece names
  std::size_t with_problem_ = 0;  // of the last problem
  std::unique_ptr<HeldPieces> held_;
  bool is_split_;
};

}  // namespace mimebase::run
