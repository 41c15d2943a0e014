// The work of one worker: messages in, rows out.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/analyze.h"
#include "mimebase/input.h"
#include "mimebase/keys.h"
#include "run/driver/piece.h"

namespace mimebase::walk {
struct Watch;
}

namespace mimebase::run {

// Which messages of a batch to process; after a crash, the rest.
struct BatchRange {
  // A message to skip, or a document in it.
  struct Skipped {
    std::uint64_t index = 0;     // of the message, in the batch
    std::uint64_t document = 0;  // the entity that is a document, plus 1; 0 for the message
    std::string why;
  };
  // Skipped::document for all documents of the message.
  static constexpr std::uint64_t kAllDocuments = ~std::uint64_t{0};

  std::uint64_t start = 0;  // the first message
  std::vector<Skipped> skipped = {};
  std::atomic<std::uint64_t>* at = nullptr;        // receives the index of the current message, plus 1
  std::atomic<std::uint64_t>* document = nullptr;  // receives the current document in it, as above
  std::uint64_t before = 0;                        // messages of the input before this batch
};

// Processes batches of messages. Each process has one.
class BatchWorker {
 public:
  // Takes the pieces of a batch in order, the last one with `is_last`. A piece that ends within a message is
  // open. No message begins in a piece that continues another message.
  using Deliver = std::function<void(Piece piece, bool is_last)>;

  virtual ~BatchWorker() = default;
  void work(const Batch& batch, const Deliver& deliver, const BatchRange& range = {});
  // For `report`: the page is full, so messages are only counted from now on.
  virtual void stop_keeping_rows() {}
  // The Signer that it uses, or null; and another one, for an isolated process.
  [[nodiscard]] virtual std::shared_ptr<Signer> signer() const { return nullptr; }
  virtual void sign_with(std::shared_ptr<Signer> /*signer*/) {}

  // For tests: called with every message before it is read, and with every piece before it is delivered.
  static inline void (*before_message)(const Record& record) = nullptr;
  static inline void (*before_piece)(const Piece& piece) = nullptr;

 protected:
  // Adds the rows of a message to `piece_`.
  virtual void read(const Record& record) = 0;
  // Moves rows that are stored elsewhere into `piece_`.
  virtual void complete() {}
  // Delivers `piece_` after complete().
  void end_piece(bool is_last);
  // Returns true if the message must be skipped. In that case it has reported the reason to `visitor`.
  [[nodiscard]] bool is_skipped(const Record& record, Visitor& visitor) const;

  // The number of the current message: 1, 2, ... across all sources of the input.
  [[nodiscard]] std::uint64_t number_in_input() const { return before_ + done_ + 1; }

  // Record that part of the message was not read.
  void cut_part(const MessageInfo& message, std::string_view part, std::string_view what) {
    cut(message, Error::Code::kLimit, problem_sentence(message, part, what));
  }
  void cut_short(const MessageInfo& message, std::string_view what) {
    cut(message, Error::Code::kUnreadable, unreadable_sentence(message, what));
  }
  // Returns the diagnostic of `check` for a message that could not be read completely.
  [[nodiscard]] static Diagnostic unread(const MessageInfo& message, std::string_view what);

  Piece piece_;  // the piece in progress

 private:
  void cut(const MessageInfo& message, Error::Code code, std::string sentence);
  // Sets what is skipped of the current message.
  void skip_what_ended_processes(const BatchRange& range, walk::Watch& documents);

  const Deliver* deliver_ = nullptr;          // set while a batch is processed
  const std::string* skip_reason_ = nullptr;  // why the current message is skipped, or null
  std::uint64_t before_ = 0;                  // messages of the input before the batch
  std::uint64_t done_ = 0;                    // messages of the batch that are done
  bool has_delivered_ = false;                // since the current message was begun
  bool is_within_message_ = false;
};

using MakeWorker = std::function<std::unique_ptr<BatchWorker>()>;

}  // namespace mimebase::run
