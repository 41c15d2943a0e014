// Where the files of messages go: into a folder, or into records of a WARC file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/extract.h"
#include "mimebase/result.h"
#include "run/piece.h"
#include "write/warc.h"

namespace mimebase::run {

class ExtractOutput {
 public:
  // `target` must outlive this. With `wants_all` an input of several messages is an archive: each has a
  // folder of its own.
  ExtractOutput(const std::string& input, const ExtractTarget& target, bool wants_all)
      : input_(input), target_(target), wants_all_(wants_all) {}

  // So many messages were found in the input so far; `at_end`: no more are.
  void found(std::uint64_t messages, bool at_end);
  // Collector::accepts(): nothing in the files can end a field of a WARC record.
  [[nodiscard]] static bool accepts(const Piece& piece);
  // Fail with kUnwritable.
  [[nodiscard]] Result<void> take(Piece& piece);
  void end_batch() { is_done_ = !wants_all_ && has_any_; }
  // True once the message was written that alone is wanted.
  [[nodiscard]] bool is_done() const { return is_done_; }
  // Sentences about files that were not written, since the last call.
  [[nodiscard]] std::vector<std::string> take_problems() { return std::exchange(problems_, {}); }
  // Writes the page of an archive.
  [[nodiscard]] Result<void> finish();
  // What is wrong, if messages were found but not the one that is wanted.
  [[nodiscard]] std::optional<std::string> missing() const;

 private:
  [[nodiscard]] Result<void> add(const ExtractedPiece& file);
  [[nodiscard]] Result<void> write_file(const std::string& path, std::string_view bytes);
  [[nodiscard]] Result<void> write_info(const std::string& date);
  [[nodiscard]] Result<void> write_record(const write::WarcRecord& record);

  const std::string& input_;
  const ExtractTarget& target_;
  const bool wants_all_;
  std::uint64_t found_ = 0;
  bool has_ended_ = false;
  bool has_any_ = false, is_done_ = false;
  std::vector<ExtractedPiece> held_;  // until it is known whether there are more messages
  std::uint64_t written_ = 0;         // the number of the first message that is
  std::vector<std::string> problems_;
  std::string lines_;    // of the page of an archive
  std::string info_id_;  // of the WARC file's first record; empty until that is written
};

}  // namespace mimebase::run
