// The worker of `report`.
#pragma once

#include <string_view>

#include "mimebase/analyze.h"
#include "run/batch_worker.h"
#include "run/commands/report_rows.h"

namespace mimebase::run {

// Turns messages into counts, and rows of the report's page.
class ReportWorker : public BatchWorker, private Visitor {
 public:
  // `room` must outlive the worker.
  ReportWorker(const AnalyzeOptions& analyze, ReportRoom& room)
      : room_(room), analyzer_(analyze), rows_(room) {}

  void stop_keeping_rows() override { room_.is_full = true; }

 private:
  void read(const Record& record) override;

  void link(const Link& link) override { rows_.link(link, 1, piece_); }
  void entity(const Entity& entity) override { rows_.entity(entity, piece_); }
  void comparison(const Comparison& comparison) override { rows_.comparison(comparison, piece_); }
  void diagnostic(const Diagnostic& diagnostic) override { rows_.diagnostic(diagnostic, piece_); }
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override {
    cut_part(message, part, what);
  }
  void unreadable(const MessageInfo& message, std::string_view what) override;

  ReportRoom& room_;
  Analyzer analyzer_;
  ReportRows rows_;
};

}  // namespace mimebase::run
