// The destination of `extract`: a folder, one page, or records of a WARC file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/extract.h"
#include "mimebase/result.h"
#include "output/warc.h"
#include "run/destination.h"
#include "run/piece.h"

namespace mimebase::run {

// Writes the files of one message, or of all messages of an input.
class ExtractDestination : public Destination {
 public:
  // `input` and `target` must outlive the object. `wants_all` means that no message was selected. An input of
  // several messages is then an archive, with a folder per message.
  ExtractDestination(const std::string& input, const ExtractTarget& target, bool wants_all)
      : input_(input), target_(target), wants_all_(wants_all) {}

  void found(std::uint64_t messages, bool at_end) override;
  // Rejects texts that would end a field of a WARC record.
  [[nodiscard]] bool accepts(const Piece& piece) const override;
  [[nodiscard]] Result<void> take(Piece& piece) override;
  void end_batch() override { is_done_ = !wants_all_ && has_any_; }
  // Returns true once the selected message was written.
  [[nodiscard]] bool is_done() const override { return is_done_; }
  [[nodiscard]] std::vector<std::string> take_problems() override { return std::exchange(problems_, {}); }
  // Writes the index page of an archive.
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> add(const ExtractedPiece& file);
  [[nodiscard]] Result<void> write_file(const std::string& path, std::string_view bytes);
  [[nodiscard]] Result<void> write_info(const std::string& date);
  [[nodiscard]] Result<void> write_record(const output::WarcRecord& record);

  const std::string& input_;
  const ExtractTarget& target_;
  const bool wants_all_;
  std::uint64_t found_ = 0;
  bool has_ended_ = false;
  bool has_any_ = false, is_done_ = false;
  std::vector<ExtractedPiece> held_;  // until it is known whether the input has more messages
  std::uint64_t written_ = 0;         // number of the first message that was written; 0: none
  std::vector<std::string> problems_;
  std::string lines_;    // rows of the index page of an archive
  std::string info_id_;  // identifier of the WARC file's first record; empty until that is written
};

}  // namespace mimebase::run
