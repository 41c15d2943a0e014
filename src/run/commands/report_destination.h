// The destination of `report`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/report.h"
#include "mimebase/result.h"
#include "page/report_page.h"
#include "run/commands/report_rows.h"
#include "run/destination.h"
#include "run/kept_rows.h"
#include "run/piece.h"
#include "run/rows/unpacked_rows.h"

namespace mimebase::run {

// Writes a page that counts all messages, and contains the rows of the first ones.
class ReportDestination : public Destination {
 public:
  // `output` must outlive the object.
  ReportDestination(const std::vector<std::string>& inputs, const RunOptions& options,
                    const ReportOptions& report, Output& output);

  // For the workers.
  [[nodiscard]] ReportRoom& room() { return room_; }
  [[nodiscard]] bool wants_rows() const override { return !room_.is_full; }
  // Reads a database that an earlier run has written.
  [[nodiscard]] std::optional<Result<void>> read(const std::string& input, const Take& take) override;
  [[nodiscard]] bool accepts(const Piece& piece) const override;
  [[nodiscard]] Result<void> take(Piece& piece) override;
  [[nodiscard]] bool takes_diagnostics() const override { return true; }
  [[nodiscard]] Result<bool> take(const Diagnostic& diagnostic) override;
  void problem(const Error& error) override;
  // Writes the page.
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] std::string line_of(const UnpackedRows& rows);
  [[nodiscard]] Result<void> keep(const ReportedMessage& message, std::string_view packed);

  Output& output_;
  ReportRoom room_;
  Domains domains_;
  page::Facts facts_;
  Summary sum_;
  KeptRows lines_;
  std::uint64_t line_count_ = 0, line_bytes_ = 0;
  std::vector<std::string> drawn_;  // the first lines, which are also visible without the script
  std::uint64_t drawn_references_ = 0;
};

}  // namespace mimebase::run
