// The worker of `links`, `tree` and `check`.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "mimebase/analyze.h"
#include "mimebase/run.h"
#include "run/commands/command.h"
#include "run/commands/message_selector.h"
#include "run/commands/row_defanger.h"
#include "run/commands/top.h"
#include "run/driver/batch_worker.h"

namespace mimebase::run {

// Turns messages into rows.
class RowWorker : public BatchWorker, private Visitor {
 public:
  // `command` must outlive the worker.
  explicit RowWorker(const RowCommand& command);

  // For tests: called in place of the analysis of a message.
  static inline void (*instead_of_analysis)(const Record& record, Visitor& visitor) = nullptr;

 private:
  void read(const Record& record) override;
  void complete() override { complete(writer_->rows()); }
  // Moves these rows into the piece and clears the writer.
  void complete(std::string_view rows);

  void link(const Link& link) override;
  // Adds the link for --unique or --top.
  void count(const Link& link);
  void comparison(const Comparison& comparison) override;
  template <typename Row>
  [[nodiscard]] const Row& shown(const Row& row) {
    return command_.rows.defang ? defanger_.copy(row) : row;
  }
  void entity(const Entity& entity) override;
  void diagnostic(const Diagnostic& diagnostic) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override;
  void not_searched(const MessageInfo& message) override;
  void unreadable(const MessageInfo& message, std::string_view what) override;

  // Must be called after every row.
  void end_long_piece() {
    whole_bytes_ = writer_->rows().size();
    if (piece_.bytes + writer_->rows().size() >= kPieceBytes) {
      complete();
      end_piece(false);
    }
  }

  const RowCommand& command_;
  Analyzer analyzer_;
  void (Analyzer::*const analyze_)(const Record& record, Visitor& visitor);
  MessageSelector selector_;
  const RejectionCounter rejected_links_, rejected_diagnostics_;
  std::unique_ptr<write::RowWriter> writer_;
  TopNames top_;                 // with --top
  RowDefanger defanger_;         // with --defang
  std::size_t whole_bytes_ = 0;  // size of the writer's complete rows; an incomplete one may follow
};

}  // namespace mimebase::run
