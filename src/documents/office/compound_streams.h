// The streams of a compound file (MS-CFB) that is a document or a part of one. In a damaged file, any number
// of streams can share their bytes.
//
//   CompoundStreams streams(bytes, reading);
//   const std::string_view stream = streams.read(streams.file().find(storage, "Data"), buffer, sink);
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "binary/compound_file.h"
#include "documents/document.h"
#include "find/finder.h"

namespace mimebase::documents {

class CompoundStreams {
 public:
  // The arguments must outlive this.
  CompoundStreams(std::string_view bytes, Reading& reading)
      : file_(bytes), reading_(reading), unread_(bytes.size()) {}

  [[nodiscard]] binary::CompoundFile& file() { return file_; }
  // Returns a whole stream: a view of the file, or of `buffer`. Charges its bytes, and steps for those that
  // the file cannot have for this stream alone. Returns nothing if a limit is hit, or if the entry is -1.
  [[nodiscard]] std::string_view read(int entry, std::string& buffer, find::Sink& sink);

 private:
  binary::CompoundFile file_;
  Reading& reading_;
  std::uint64_t unread_;  // bytes of the file, less those of the streams that were read
};

}  // namespace mimebase::documents
