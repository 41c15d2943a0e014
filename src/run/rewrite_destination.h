// Where rewritten messages are written: a stream of bytes, or a file of a folder for each source; and the
// manifest of what was changed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"
#include "run/piece.h"
#include "write/column_writers.h"
#include "write/new_folder.h"

namespace mimebase::run {

// A path without the ending of a compression: what is read decompressed is written so.
[[nodiscard]] std::string without_compression(std::string path);

class RewriteDestination {
 public:
  // `target` must outlive this.
  RewriteDestination(const std::vector<std::string>& inputs, const RewriteTarget& target)
      : target_(target), inputs_(inputs) {}
  RewriteDestination(const RewriteDestination&) = delete;
  RewriteDestination& operator=(const RewriteDestination&) = delete;

  // An input is about to be read: its folders are made. Fails with kUsage for what cannot be written so.
  [[nodiscard]] Result<void> begin_input(const std::string& input);
  // Fails with kUnwritable, and with kUsage for sources that have no place in the output.
  [[nodiscard]] Result<void> take(const Piece& piece);
  [[nodiscard]] Result<void> finish();

 private:
  [[nodiscard]] Result<void> begin_source(const std::string& source);
  [[nodiscard]] Result<std::string> path_of(const std::string& source) const;
  [[nodiscard]] Error unwritable(int error, const std::string& path = {}) const;
  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> write_edits(const Piece& piece, std::size_t& next, std::size_t start,
                                         std::size_t end);

  const RewriteTarget& target_;
  const std::vector<std::string>& inputs_;
  std::string input_, source_;
  bool input_is_folder_ = false;
  write::FolderFile file_;
  std::uint64_t written_ = 0;  // to the stream, or to the file
  write::JsonWriter json_;
};

}  // namespace mimebase::run
