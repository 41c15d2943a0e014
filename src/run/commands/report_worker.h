// The worker of `report`.
#pragma once

#include <string_view>

#include "mimebase/analyze.h"
#include "run/commands/message_selector.h"
#include "run/commands/report_rows.h"
#include "run/driver/batch_worker.h"

namespace mimebase::run {

// Turns selected messages into counts, and rows of the report's page.
class ReportWorker : public BatchWorker, private ReportRows {
 public:
  // All arguments must outlive the worker.
  ReportWorker(const AnalyzeOptions& analyze, const MessageFilter& messages, ReportRoom& room)
      : ReportRows(room, piece_), room_(room), analyzer_(analyze), selector_(messages, analyze.limits) {}

  void stop_keeping_rows() override { room_.is_full = true; }

 private:
  void read(const Record& record) override {
    ++piece_.messages;
    // The header of a message that crashed a worker is not parsed again.
    if (!selector_.accepts_number(record, piece_.selection)) return;
    if (!is_skipped(record, *this)) {
      if (!selector_.accepts(record, piece_.selection)) return;
      analyzer_.all(record, *this);
    }
    end_message();
  }
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override {
    cut_part(message, part, what);
  }
  void unreadable(const MessageInfo& message, std::string_view what) override {
    diagnostic(unread(message, what));
    cut_short(message, what);
  }

  ReportRoom& room_;
  Analyzer analyzer_;
  MessageSelector selector_;
};

}  // namespace mimebase::run
