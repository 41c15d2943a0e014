// Messages in, rows out: what one thread does.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "mimebase/analyze.h"
#include "mimebase/input.h"
#include "mimebase/run.h"
#include "run/piece.h"
#include "write/database.h"
#include "write/row_writer.h"

namespace mimebase::run {

using Command = write::Contents;

class Worker : private Visitor {
 public:
  // Takes the pieces of a batch in order, the last one with `is_last`.
  using Deliver = std::function<void(Piece piece, bool is_last)>;

  // `options` must outlive the worker.
  Worker(Command command, const RunOptions& options);

  void work(const Batch& batch, const Deliver& deliver);

 private:
  void link(const Link& link) override;
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override;

  void analyze(const Record& record);
  void end_piece(bool is_last);
  // To be called after each row.
  void end_long_piece() {
    if (piece_.bytes + writer_->rows().size() >= kPieceBytes) end_piece(false);
  }

  const Command command_;
  const RunOptions& options_;
  Analyzer analyzer_;
  std::unique_ptr<write::RowWriter> writer_;
  const Deliver* deliver_ = nullptr;  // while a batch is worked on
  Piece piece_;
};

}  // namespace mimebase::run
