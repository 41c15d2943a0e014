// The destination of `rewrite`: a stream of bytes, or a folder with one file for each source; and the
// manifest of what was changed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/result.h"
#include "mimebase/run.h"
#include "output/new_folder.h"
#include "run/destination.h"
#include "run/kept_rows.h"
#include "run/piece.h"
#include "write/column_writers.h"

namespace mimebase::run {

// A path without the ending of a compression: what is read decompressed is written so. A name that is nothing
// but such an ending stays.
[[nodiscard]] std::string without_compression(std::string path);

// A folder gets a file for each source that can be written whole. A source that cannot is a problem, and the
// others are written: one in a container, one that is cut short, one whose name in the folder is taken. A
// stream fails instead.
class RewriteDestination : public Destination {
 public:
  // `target` must outlive this.
  RewriteDestination(const std::vector<std::string>& inputs, const RewriteTarget& target)
      : target_(target), inputs_(inputs) {}

  // Makes the folders of the input.
  [[nodiscard]] Result<bool> begin_input(const std::string& input) override;
  [[nodiscard]] bool accepts(const Piece& piece) const override;
  // Fails with kUsage too, if a stream cannot hold the sources.
  [[nodiscard]] Result<void> take(Piece& piece) override;
  [[nodiscard]] std::vector<std::string> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] Result<void> finish() override;

 private:
  [[nodiscard]] Result<void> check_stream(const RewriteResults& results) const;
  [[nodiscard]] Result<void> begin_file(const std::string& source);
  [[nodiscard]] Result<void> end_file();
  void leave_out(const std::string& why);
  [[nodiscard]] std::string path_of(const std::string& source) const;
  [[nodiscard]] std::string output_name(const std::string& path) const;
  [[nodiscard]] Error unwritable(int error, const std::string& path = {}) const;
  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> write_edits(const std::vector<EditedSpan>& edits, std::size_t& next,
                                         const SourceStart& source, std::size_t end);

  const RewriteTarget& target_;
  const std::vector<std::string>& inputs_;
  std::string input_, source_;
  bool input_is_folder_ = false;
  std::uint64_t written_ = 0;  // to the stream, or to the file
  write::JsonWriter json_;
  std::vector<std::string> problems_;

  // Of a folder.
  std::string path_;  // of the source's file; empty where none is open
  output::FolderFile file_;
  bool is_left_out_ = false;                    // the source
  std::string container_;                       // the last one that was left out
  std::map<std::string, std::string> sources_;  // by the paths of their files
  std::optional<KeptRows> edits_;               // of the manifest, until the source is known to be whole
};

}  // namespace mimebase::run
