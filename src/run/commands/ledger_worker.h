// The worker of `ledger`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/analyze.h"
#include "run/commands/command.h"
#include "run/commands/message_selector.h"
#include "run/driver/batch_worker.h"

namespace mimebase::run {

// Lists the references of messages that may lead to other messages, and what other messages may call them.
class LedgerWorker : public BatchWorker, private Visitor {
 public:
  // `command` must outlive the worker.
  explicit LedgerWorker(const RowCommand& command);

 private:
  void read(const Record& record) override;
  void message(const MessageInfo& message) override;
  void link(const Link& link) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override {
    cut_part(message, part, what);
  }
  void unreadable(const MessageInfo& message, std::string_view what) override { cut_short(message, what); }

  // Adds what the message is called by a link of its own header.
  void name(const Link& link, LedgerMessage& message);
  // Returns the current message, in the current piece.
  [[nodiscard]] LedgerMessage& current(const MessageInfo& message);

  Analyzer analyzer_;
  MessageSelector selector_;
  bool is_in_piece_ = false;              // the last message of piece_ is the current one
  std::vector<std::string> archived_at_;  // of a message that pieces before this one have
};

}  // namespace mimebase::run
