// The destination of `rewrite`.
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

// Removes the extensions of compressions from a path, because files in the output folder are not compressed.
// Leaves a name that consists only of such an extension.
[[nodiscard]] std::string without_compression(std::string path);

// Writes rewritten messages to a stream, or to a folder with one file per source, and edits to the manifest.
// In a folder, a source is skipped and reported as a problem if it is in a container, if it is incomplete, or
// if its name is taken or impossible. A stream fails instead.
class RewriteDestination : public Destination {
 public:
  // Both arguments must outlive the object.
  RewriteDestination(const std::vector<std::string>& inputs, const RewriteTarget& target)
      : target_(target), inputs_(inputs) {}

  // Creates the folders of a Maildir.
  [[nodiscard]] Result<bool> begin_input(const std::string& input) override;
  [[nodiscard]] bool accepts(const Piece& piece) const override;
  // Also fails with kUsage, if a stream cannot hold the sources.
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
  std::uint64_t written_ = 0;  // bytes written to the stream, or to the file
  write::JsonWriter json_;
  std::vector<std::string> problems_;

  // Used only if the output is a folder:
  std::string path_;  // path of the open file in the folder; empty if none is open
  output::FolderFile file_;
  bool is_left_out_ = false;                    // the current source is skipped
  std::string container_;                       // the last container that was skipped
  std::map<std::string, std::string> sources_;  // names of written sources, by the paths of their files
  std::optional<KeptRows> edits_;               // manifest rows, until the source is known to be complete
};

}  // namespace mimebase::run
