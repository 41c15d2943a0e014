// The destination of a run for a RowReader.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "database/sqlite_writer.h"
#include "mimebase/run.h"
#include "run/commands/counted_rows.h"
#include "run/destination.h"
#include "run/piece.h"
#include "run/rows/chunk.h"

namespace mimebase::run {

// Collects rows, problems and notes, and sends them as chunks.
class RowSender : public Destination {
 public:
  // Returns false if the receiver is gone.
  using Send = std::function<bool(Chunk chunk)>;

  // `command` must outlive the object.
  RowSender(const RowCommand& command, Send send);

  // Sets whether the next input is bytes from the caller. Problems then name it "-", as rows do.
  void set_is_bytes(bool is_bytes) { is_bytes_ = is_bytes; }
  void note(std::string sentence) { chunk_.notes.push_back(std::move(sentence)); }
  void set_skipped_files(std::uint64_t files) { chunk_.skipped_files = files; }

  [[nodiscard]] bool accepts(const Piece& piece) const override;
  [[nodiscard]] Result<void> take(Piece& piece) override;
  [[nodiscard]] bool takes_diagnostics() const override;
  [[nodiscard]] Result<bool> take(const Diagnostic& diagnostic) override;
  void problem(const Error& error) override;
  [[nodiscard]] bool is_done() const override { return is_unwanted_; }
  [[nodiscard]] Result<void> end_input(bool is_whole) override;
  // Sends the rows that have a count: unique links and the summary.
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> add_counted(std::string_view row, std::uint64_t count);
  [[nodiscard]] std::string shown(const std::string& sentence) const;

  const RowCommand& command_;
  const write::Rows& table_;
  const Send send_;
  bool is_bytes_ = false, is_unwanted_ = false;
  Chunk chunk_;
  CountedRows counted_;  // kUniqueLinks
  Summary sum_;          // kSummary
  database::SqliteWriter counted_rows_;
};

}  // namespace mimebase::run
