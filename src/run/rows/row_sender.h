// The destination of a run for a RowReader.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "mimebase/run.h"
#include "run/commands/row_destination.h"
#include "run/piece.h"
#include "run/rows/chunk.h"

namespace mimebase::run {

// Collects rows, problems and notes, and sends them as chunks.
class RowSender : public RowDestination {
 public:
  // Returns false if the receiver is gone.
  using Send = std::function<bool(Chunk chunk)>;

  // `command` must outlive the object.
  RowSender(const RowCommand& command, Send send) : RowDestination(command), send_(std::move(send)) {}

  // Sets whether the next input is bytes from the caller. Problems then name it "-", as rows do.
  void set_is_bytes(bool is_bytes) { is_bytes_ = is_bytes; }
  void note(std::string sentence) { chunk_.notes.push_back(std::move(sentence)); }
  void set_skipped_files(std::uint64_t files) { chunk_.skipped_files = files; }

  [[nodiscard]] Result<void> take(Piece& piece) override;
  [[nodiscard]] Result<bool> take(const Diagnostic& diagnostic) override;
  void problem(const Error& error) override;
  [[nodiscard]] bool is_done() const override { return is_unwanted_; }
  [[nodiscard]] Result<void> end_input(bool is_whole) override;
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> write(std::string_view rows) override;

  const Send send_;
  bool is_bytes_ = false, is_unwanted_ = false;
  Chunk chunk_;
};

}  // namespace mimebase::run
