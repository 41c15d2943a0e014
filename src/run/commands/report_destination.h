// The destination of `report`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/report.h"
#include "mimebase/result.h"
#include "page/danger.h"
#include "page/report_page.h"
#include "run/commands/report_rows.h"
#include "run/driver/destination.h"
#include "run/driver/piece.h"
#include "run/filters/why_empty.h"
#include "run/output/kept_rows.h"
#include "run/rows/unpacked_rows.h"

namespace mimebase::run {

// Decides which rows a page holds: those of a higher danger, and then the first ones. Rows are first counted,
// and then chosen in the same order.
class RowChoice {
 public:
  RowChoice(std::uint64_t rows, std::uint64_t bytes) : limit_{rows, bytes} {}

  // Counts a row. Returns whether it may be among the chosen ones.
  bool count(page::Danger danger, std::uint64_t bytes);
  // Must be called after the last count().
  void begin();
  [[nodiscard]] bool choose(page::Danger danger, std::uint64_t bytes);
  // Chooses no more rows without danger.
  void end_harmless() { room_[0] = {}; }
  // Whether that many rows without danger fit.
  [[nodiscard]] bool has_room(std::uint64_t harmless, std::uint64_t bytes) const {
    return harmless <= room_[0].rows && bytes <= room_[0].bytes;
  }

 private:
  struct Amount {
    std::uint64_t rows = 0, bytes = 0;
  };
  const Amount limit_;
  std::array<Amount, page::kDangerCount> counted_{}, room_{};  // by Danger
};

// Writes a page that counts all messages, and contains the rows of the first ones and the dangerous ones.
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
  [[nodiscard]] WhyEmpty why_empty() const override { return {why_no_message(selection_, messages_filter_)}; }
  // Writes the page.
  [[nodiscard]] Result<void> finish() override;

 private:
  // A message with rows.
  struct Kept {
    std::uint64_t index = 0;  // among all messages
    std::size_t chunks = 0;
    std::uint64_t references = 0;
    std::uint64_t harmless = 0, harmless_bytes = 0;  // links without danger
    std::string title = {};                          // of a document
  };
  class Chunk;

  [[nodiscard]] Result<void> keep(const ReportedMessage& message, std::string_view packed);
  [[nodiscard]] Result<void> choose_rows();
  // Returns the message's line for the page; empty if none of its rows is chosen.
  [[nodiscard]] std::string line_of(const Kept& kept, std::span<const std::string_view> chunks);
  void leave_out(std::uint64_t index, const page::Example& first, std::uint64_t references);
  void draw(const Link& link, std::string_view title);

  Output& output_;
  const MessageFilter messages_filter_;
  Selection selection_;
  ReportRoom room_;
  Domains domains_;
  page::Facts facts_;
  Summary sum_;
  RowChoice links_, diagnostics_;
  std::uint64_t messages_ = 0;
  std::uint64_t harmless_ = 0, harmless_bytes_ = 0;  // links without danger so far
  std::vector<Kept> kept_;
  KeptRows packed_;  // the chunks of `kept_`
  KeptRows lines_;
  bool is_harmless_ended_ = false;    // no more rows without danger are chosen
  std::uint64_t first_left_out_ = 0;  // index of facts_.first_left_out
};

}  // namespace mimebase::run
