// Where the files of messages go: into a folder, or into records of a WARC file.
#pragma once

#include <string>
#include <string_view>

#include "mimebase/extract.h"
#include "mimebase/result.h"
#include "write/warc.h"

namespace mimebase::run {

class ExtractOutput {
 public:
  // `target` must outlive this.
  explicit ExtractOutput(const ExtractTarget& target) : target_(target) {}

  // Fail with kUnwritable. `in` is the folder of its message in the output, "" or "7/".
  [[nodiscard]] Result<void> add(const ExtractedFile& file, const std::string& in);
  // The page of an archive.
  [[nodiscard]] Result<void> add_index(std::string_view page);

 private:
  [[nodiscard]] Result<void> write_file(const std::string& path, std::string_view bytes);
  [[nodiscard]] Result<void> write_info(const std::string& date);
  [[nodiscard]] Result<void> write_record(const write::WarcRecord& record);

  const ExtractTarget& target_;
  std::string info_id_;  // of the WARC file's first record; empty until that is written
};

}  // namespace mimebase::run
