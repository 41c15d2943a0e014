// Work for a worker process, and the rules for what the worker may send about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/limits.h"
#include "process/connection.h"
#include "run/kept_rows.h"
#include "run/piece.h"
#include "run/processes/wire.h"

namespace mimebase::run {

// Pieces of a message that is not complete, as they came: in memory while they are few, else in a temporary
// file. Nothing of a message is written before all of it is there.
class HeldPieces {
 public:
  // Both fail with kUnwritable.
  [[nodiscard]] Result<void> add(const process::Message& message);
  // The next of them, in the order in which they were added.
  [[nodiscard]] Result<Piece> next();
  [[nodiscard]] std::uint64_t left() const { return left_; }

 private:
  KeptRows rows_;
  std::uint64_t left_ = 0;
};

// Something to work on, and its results as far as they are there. Tasks are made in the order of the input.
struct Task {
  // Whole messages.
  struct Result {
    std::unique_ptr<HeldPieces> before;  // null for most: the pieces before the one that completes a message
    Piece piece;
    std::uint64_t bytes = 0;
  };

  Assignment job;
  int file = -1;                             // of the mbox that the job is a part of
  bool reaches_end = true;                   // of that: the parts together are all of it
  std::shared_ptr<const std::string> batch;  // else the batch (batch_bytes.h)
  std::vector<std::string> sources;          // that its messages are of
  std::uint64_t messages = 0;                // in it; of a part of an mbox known once it is split
  std::uint64_t bytes = 0;                   // of these messages
  EndedSources ended = {};
  std::vector<Error> problems = {};
  std::deque<Result> results = {};
  std::uint64_t result_bytes = 0;  // of `results`
  bool is_begun = false;           // at the collector
  bool is_whole = false;           // nothing follows its results
  unsigned deaths = 0;             // of workers, at which no message could be named
};

// What the worker that has a task may send about it: each kind at its time, numbers that grow up to those of
// the task, and no more bytes than such messages can come to. A worker for which this says no is ended, as
// one that crashed.
class TaskProtocol {
 public:
  // Whether rows are such as the run writes.
  using Accepts = std::function<bool(const Piece& piece)>;

  // All must outlive this.
  TaskProtocol(Task& task, const Limits& limits, const Accepts& accepts);
  TaskProtocol(const TaskProtocol&) = delete;
  TaskProtocol& operator=(const TaskProtocol&) = delete;

  [[nodiscard]] std::optional<process::Connection::Bounds> allows(std::uint32_t kind) const;
  // Takes a SplitReply, from which the task knows its messages. `file_bytes` is the size of the file.
  [[nodiscard]] std::optional<SplitReply> split(const process::Message& message, std::uint64_t file_bytes);
  // Takes a piece: its messages become results of the task once they are complete.
  enum class Taken { kForbidden, kTaken, kComplete, kUnwritable };
  [[nodiscard]] Taken piece(process::Message message, std::optional<Error>& error);

  // The highest index that the worker has reported plausibly, plus 1.
  [[nodiscard]] std::uint64_t highest(std::uint64_t reported);

 private:
  [[nodiscard]] bool is_allowed(const Piece& piece, bool is_last) const;

  Task& task_;
  const Limits& limits_;
  const Accepts& accepts_;
  std::uint64_t done_;         // messages that are complete
  std::uint64_t counted_ = 0;  // messages that pieces have counted, since the worker has the task
  std::uint64_t first_;        // where it began
  std::uint64_t lasting_bytes_ = 0;
  std::uint64_t highest_ = 0;
  std::uint64_t held_bytes_ = 0;
  std::unique_ptr<HeldPieces> held_;
  bool is_split_;
};

}  // namespace mimebase::run
