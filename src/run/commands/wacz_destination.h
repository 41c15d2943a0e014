// The destination of `extract` that writes WACZ files.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/run.h"
#include "run/commands/fingerprint.h"
#include "run/driver/destination.h"
#include "run/driver/piece.h"
#include "run/output/wacz_file.h"

namespace mimebase::run {

// Whether a piece has nothing but files of `extract`, no text of which would end a field of a WARC record,
// and `is_fit` is true for each.
template <typename IsFit>
[[nodiscard]] bool accepts_files(const Piece& piece, IsFit is_fit) {
  const auto is_field = [](std::string_view text) {
    return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
  };
  if (!piece.is_for<ExtractResults>() || !piece.rows.empty()) return false;
  const auto* const results = piece.get<ExtractResults>();
  return results == nullptr || std::ranges::all_of(results->files, [&](const ExtractedPiece& file) {
           return is_field(file.path) && is_field(file.media_type) && is_field(file.charset) &&
                  is_field(file.url) && is_field(file.date.value_or("")) && is_fit(file);
         });
}

// Makes the URLs of pages unique, over all files of the run.
class UniqueUrls {
 public:
  // Returns what to append to the URL: nothing for the first of its messages, then "?2", "?3", ...
  [[nodiscard]] std::string take(std::string_view url);

 private:
  // By URL: how many were made of it.
  std::map<Fingerprint, std::uint64_t> taken_;
};

// Writes the pages of all messages of an input, or of the one that is selected.
class WaczDestination : public Destination {
 public:
  // `input` and `target` must outlive the object. `split` is ExtractOptions::split. `wants_all` means that no
  // message was selected.
  WaczDestination(const std::string& input, const ExtractTarget& target, std::uint64_t split, bool wants_all);

  void found(std::uint64_t messages, bool /*at_end*/) override { found_ = std::max(found_, messages); }
  [[nodiscard]] bool accepts(const Piece& piece) const override;
  [[nodiscard]] Result<void> take(Piece& piece) override;
  void end_batch() override { is_done_ = !wants_all_ && has_any_; }
  [[nodiscard]] bool is_done() const override { return is_done_; }
  [[nodiscard]] std::vector<std::string> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> write_message();
  [[nodiscard]] Result<void> write_file(ExtractedPiece& file, std::string_view suffix,
                                        const std::string& date);
  [[nodiscard]] Result<void> next_file();
  [[nodiscard]] std::chrono::sys_seconds free_second(std::string_view suffix);

  const std::string& input_;
  const ExtractTarget& target_;
  const std::uint64_t split_;
  const bool wants_all_;
  std::uint64_t found_ = 0, selected_ = 0;  // the number of the first message; 0: none
  bool has_any_ = false, is_done_ = false;
  std::optional<WaczFile> file_;
  std::vector<ExtractedPiece> message_;  // the files of the current message, so far
  UniqueUrls urls_;
  // The content of each record with a URL of its own, by the URL and the second.
  std::map<Fingerprint, Fingerprint> contents_;
  std::vector<std::string> problems_;
};

}  // namespace mimebase::run
