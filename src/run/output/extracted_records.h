// Records of a WARC file for the files that `extract` makes of messages.
#pragma once

#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "run/driver/piece.h"

namespace mimebase::run {

// Makes the records of one WARC file. All functions fail with kUnwritable.
class ExtractedRecords {
 public:
  // `gzip` compresses each record as a gzip member of its own.
  explicit ExtractedRecords(bool gzip) : gzip_(gzip) {}

  // Returns whether the file needs the record of begin() before the next one.
  [[nodiscard]] bool is_empty() const { return info_id_.empty(); }
  // Returns the first record, which describes the file. `date` is of RFC 3339, in UTC.
  [[nodiscard]] Result<std::string> begin(std::string_view date);
  // Returns the record of a file. `digest` is the SHA-256 of its bytes in hexadecimal, and `in` distinguishes
  // messages of an archive.
  [[nodiscard]] Result<std::string> resource(const ExtractedPiece& file, std::string_view date,
                                             std::string_view digest, std::string_view in) const;

 private:
  const bool gzip_;
  std::string info_id_;  // identifier of the first record; empty until there is one
};

}  // namespace mimebase::run
