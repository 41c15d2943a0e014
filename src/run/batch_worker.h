// Messages in, rows out: the work of one process.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/analyze.h"
#include "mimebase/input.h"
#include "run/piece.h"

namespace mimebase::run {

// Which messages of a batch to process; after a crash, the rest.
struct BatchRange {
  // A message that is not read.
  struct Skipped {
    std::uint64_t index = 0;  // in the batch
    std::string why;
  };

  std::uint64_t start = 0;  // the first message
  std::vector<Skipped> skipped = {};
  std::atomic<std::uint64_t>* at = nullptr;  // receives the index of the message that is processed, plus 1
  std::uint64_t before = 0;                  // messages of the input before this batch
};

// Processes batches of messages: one for each process.
class BatchWorker {
 public:
  // Takes the pieces of a batch in order, the last one with `is_last`. A piece that ends within a message is
  // open; no message begins in a piece that goes on with another one.
  using Deliver = std::function<void(Piece piece, bool is_last)>;

  virtual ~BatchWorker() = default;
  void work(const Batch& batch, const Deliver& deliver, const BatchRange& range = {});
  // Of `report`: the page is full, and messages are only counted.
  virtual void stop_keeping_rows() {}

  // For tests: called with every message before it is read, and with every piece before it is delivered.
  static inline void (*before_message)(const Record& record) = nullptr;
  static inline void (*before_piece)(const Piece& piece) = nullptr;

 protected:
  // Takes a message into the piece.
  virtual void read(const Record& record) = 0;
  // Puts into the piece what of it is kept elsewhere.
  virtual void complete() {}
  // Delivers the piece, which was completed.
  void end_piece(bool is_last);
  // True of a message that is not to be read; `visitor` was told why.
  [[nodiscard]] bool is_skipped(const Record& record, Visitor& visitor) const;

  // Of the message at hand: 1, 2, ... over all sources of the input.
  [[nodiscard]] std::uint64_t number_in_input() const { return before_ + done_ + 1; }

  // Keeps that not all of the message was read.
  void cut_part(const MessageInfo& message, std::string_view part, std::string_view what) {
    cut(message, problem_sentence(message, part, what));
  }
  void cut_short(const MessageInfo& message, std::string_view what) {
    cut(message, unreadable_sentence(message, what));
  }
  // What `check` says of a message that could not be read to its end.
  [[nodiscard]] static Diagnostic unread(const MessageInfo& message, std::string_view what);

  Piece piece_;  // that is worked on

 private:
  void cut(const MessageInfo& message, std::string sentence);

  const Deliver* deliver_ = nullptr;      // while a batch is worked on
  const std::string* why_not_ = nullptr;  // the message at hand is not read
  std::uint64_t before_ = 0;              // messages of the input, before the batch
  std::uint64_t done_ = 0;                // messages of the batch
  bool has_delivered_ = false;            // since the message at hand was begun
  bool is_within_message_ = false;
};

}  // namespace mimebase::run
