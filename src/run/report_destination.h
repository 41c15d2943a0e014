// Where a report is put together: what the page counts of all messages, and what it holds of the first ones.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/report.h"
#include "mimebase/result.h"
#include "page/report_page.h"
#include "run/kept_rows.h"
#include "run/piece.h"
#include "run/report_rows.h"

namespace mimebase::run {

class ReportDestination {
 public:
  // `output` must outlive this.
  ReportDestination(const std::vector<std::string>& inputs, const RunOptions& options,
                    const ReportOptions& report, Output& output);
  ReportDestination(const ReportDestination&) = delete;
  ReportDestination& operator=(const ReportDestination&) = delete;

  // For the workers: what of the page is filled.
  [[nodiscard]] const ReportRoom& room() const { return room_; }
  // Fails with kUnwritable.
  [[nodiscard]] Result<void> take(Piece& piece);
  // Collector::accepts().
  [[nodiscard]] bool accepts(const Piece& piece) const;
  void problem(const std::string& sentence);
  // Writes the page.
  [[nodiscard]] Result<void> finish(std::vector<write::SummaryRow> diagnostics);

 private:
  [[nodiscard]] Result<void> keep(const ReportedMessage& message, std::string_view rows);

  Output& output_;
  ReportRoom room_;
  page::Facts facts_;
  KeptRows lines_;
  std::uint64_t line_count_ = 0, line_bytes_ = 0;
  std::vector<std::string> drawn_;  // the first lines
  std::uint64_t drawn_references_ = 0;
};

// Tells of a database that a run has made, piece by piece. Fails where it is none, or cannot be read to its
// end; what was told before stands.
[[nodiscard]] Result<void> read_database(const std::string& file, const ReportRoom& room,
                                         const std::function<void(Piece piece)>& take);

}  // namespace mimebase::run
