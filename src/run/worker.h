// Messages in, rows out: what one thread does.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "mimebase/analyze.h"
#include "mimebase/input.h"
#include "mimebase/run.h"
#include "run/command.h"
#include "run/piece.h"
#include "run/top.h"

namespace mimebase::run {

// What works on batches of messages: one for each thread.
class BatchWorker {
 public:
  // Takes the pieces of a batch in order, the last one with `is_last`.
  using Deliver = std::function<void(Piece piece, bool is_last)>;

  virtual ~BatchWorker() = default;
  virtual void work(const Batch& batch, const Deliver& deliver) = 0;

 protected:
  // Keeps that not all of the message was read.
  void cut(const MessageInfo& message, const std::string& where, std::string_view what);
  void cut_part(const MessageInfo& message, std::string_view part, std::string_view what) {
    cut(message, part.empty() ? ":" : ": part " + std::string(part) + ":", what);
  }
  // What `check` says of a message that could not be read to its end.
  [[nodiscard]] static Diagnostic unread(const MessageInfo& message, std::string_view what);
  void cut_short(const MessageInfo& message, std::string_view what) {
    cut(message, " at byte " + std::to_string(message.offset) + ":", what);
  }

  Piece piece_;  // that is worked on
};

class Worker : public BatchWorker, private Visitor {
 public:
  // What makes rows of one message; it throws nothing. For one worker alone.
  using Analysis = std::function<void(const Record& record, Visitor& visitor)>;

  // `options` must outlive the worker.
  Worker(Command command, const RunOptions& options, Analysis analysis);

  void work(const Batch& batch, const Deliver& deliver) override;

 private:
  void link(const Link& link) override;
  void count(const Link& link);
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override;
  void unreadable(const MessageInfo& message, std::string_view what) override;

  void end_piece(std::string_view rows, bool is_last);
  // To be called after each row.
  void end_long_piece() {
    whole_bytes_ = writer_->rows().size();
    if (piece_.bytes + writer_->rows().size() >= kPieceBytes) end_piece(writer_->rows(), false);
  }

  const Command command_;
  const RunOptions& options_;
  const Analysis analyze_;
  std::unique_ptr<write::RowWriter> writer_;
  TopNames top_;                 // with --top
  std::size_t whole_bytes_ = 0;  // of the writer's rows: behind them is one that was not written to its end
  const Deliver* deliver_ = nullptr;  // while a batch is worked on
};

// The analysis of a command.
[[nodiscard]] Worker::Analysis analysis_of(Command command, const AnalyzeOptions& options);

}  // namespace mimebase::run
