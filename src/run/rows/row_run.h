// A run whose rows go to a RowReader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/read_links.h"
#include "mimebase/run.h"
#include "run/commands/command.h"
#include "run/commands/row_destination.h"
#include "run/driver/collector.h"
#include "run/driver/run_reader.h"
#include "run/rows/chunk.h"

namespace mimebase::run {

// The rows that are asked for.
struct RowRequest {
  RowKind kind = RowKind::kLinks;
  RunOptions options;
  LinkFilter filter;
  DiagnosticFilter diagnostics;
};

// Names an input that is bytes "-" in a sentence about standard input, as rows do.
[[nodiscard]] std::string shown_sentence(std::string_view sentence, bool is_of_bytes);

// Collects rows, problems and notes, and sends them as chunks.
class RowSender : public RowDestination {
 public:
  // Returns false if the receiver is gone.
  using Send = std::function<bool(Chunk chunk)>;

  // `command` must outlive the object.
  RowSender(const RowCommand& command, Send send) : RowDestination(command), send_(std::move(send)) {}

  // Sets whether the next input is bytes from the caller.
  void set_is_bytes(bool is_bytes) { is_bytes_ = is_bytes; }
  void note(std::string sentence) { chunk_.notes.push_back(std::move(sentence)); }
  void set_skipped(std::uint64_t files, std::uint64_t revisits) {
    chunk_.skipped_files = files;
    chunk_.skipped_revisits = revisits;
  }

  [[nodiscard]] Result<void> take(Piece& piece) override;
  [[nodiscard]] Result<bool> take(const Diagnostic& diagnostic) override;
  void problem(const Error& error) override;
  [[nodiscard]] bool is_done() const override { return is_unwanted_; }
  [[nodiscard]] Result<void> end_input(bool /*is_whole*/) override { return flush(); }
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> flush();
  [[nodiscard]] Result<void> write(std::string_view rows) override;

  const Send send_;
  bool is_bytes_ = false, is_unwanted_ = false;
  Chunk chunk_;
};

// Reads inputs, as far as it is told to, and sends their rows. Packed rows are the format: RowReader unpacks
// them (unpacked_rows.h).
class RowRun {
 public:
  // Returns the next input; nothing after the last one.
  using NextInput = std::function<std::optional<RowInput>()>;

  // In the calling thread, a step reads one message.
  RowRun(const RowRequest& request, NextInput next_input, RowSender::Send send);

  // Reads some of the input, or begins the next one. Returns false once all processes have ended and all rows
  // were sent.
  [[nodiscard]] bool step();
  // How the run ended.
  [[nodiscard]] const Result<RunSummary>& result() const { return *result_; }

 private:
  const RunOptions options_;
  const RowCommand command_;
  const NextInput next_input_;
  RowSender sender_;
  Collector collector_;
  std::unique_ptr<RunReader> reader_;
  bool is_reading_ = false;  // an input
  std::optional<Result<RunSummary>> result_;
};

}  // namespace mimebase::run
