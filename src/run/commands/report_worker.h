// Messages in, what a report keeps of them out: what one thread of `report` does.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "mimebase/analyze.h"
#include "run/batch_worker.h"
#include "run/commands/report_rows.h"

namespace mimebase::run {

class ReportWorker : public BatchWorker, private Visitor {
 public:
  // `room` must outlive the worker.
  ReportWorker(const AnalyzeOptions& analyze, const ReportRoom& room) : analyzer_(analyze), rows_(room) {}

  void stop_keeping_rows() override { rows_.stop_keeping(); }

 private:
  void read(const Record& record) override;

  void link(const Link& link) override;
  void entity(const Entity& entity) override { rows_.entity(entity, piece_); }
  void diagnostic(const Diagnostic& diagnostic) override { rows_.diagnostic(diagnostic, piece_); }
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override {
    cut_part(message, part, what);
  }
  void unreadable(const MessageInfo& message, std::string_view what) override;
  [[nodiscard]] std::string_view domain_of(std::string_view host);

  Analyzer analyzer_;
  ReportRows rows_;
  std::map<std::string, std::string, std::less<>> domains_;  // of hosts that were met before
};

}  // namespace mimebase::run
