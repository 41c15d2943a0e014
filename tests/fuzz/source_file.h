// Provides bytes as a file that a Reader can open, without a disk.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "check.h"
#include "mimebase/input.h"

namespace mimebase::fuzz {

// A file in memory. Its name is a valid path during its lifetime.
class SourceFile {
 public:
  explicit SourceFile(std::string_view bytes) : descriptor_(memfd_create("source", MFD_CLOEXEC)) {
    FUZZ_REQUIRE(descriptor_ >= 0, "no memory file is to be had");
    while (!bytes.empty()) {
      const ssize_t written = write(descriptor_, bytes.data(), bytes.size());
      FUZZ_REQUIRE(written > 0, "the memory file is full");
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    path_ = fmt::format("/proc/self/fd/{}", descriptor_);
  }
  ~SourceFile() { close(descriptor_); }
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

// A Record that owns its bytes.
struct KeptRecord {
  std::string source;
  std::uint64_t number = 0, offset = 0, bytes_offset = 0;
  std::string before, bytes, after;
  bool truncated = false;
  bool operator==(const KeptRecord&) const = default;
};

struct ReadSource {
  std::vector<KeptRecord> records;
  std::vector<Error> problems;
  bool opened = false;
  Error error;  // set if it could not be opened
};

inline ReadSource read_source(const std::string& path, const InputOptions& options,
                              const Limits& limits = {}) {
  ReadSource read;
  Result<Reader> reader = Reader::open(path, options, limits);
  if (!reader) {
    read.error = reader.error();
    FUZZ_REQUIRE(!read.error.message.empty(), "an error without a message");
    return read;
  }
  read.opened = true;
  while (const Batch batch = reader->next()) {
    FUZZ_REQUIRE(!batch.records().empty(), "an empty batch");
    for (const Record& r : batch.records()) {
      read.records.push_back({std::string(r.source), r.number, r.offset, r.bytes_offset,
                              std::string(r.before), std::string(r.bytes), std::string(r.after),
                              r.truncated});
    }
  }
  FUZZ_REQUIRE(!reader->next(), "a batch behind the last");
  read.problems.assign(reader->problems().begin(), reader->problems().end());
  for (const Error& problem : read.problems) FUZZ_REQUIRE(!problem.message.empty(), "an empty problem");
  return read;
}

}  // namespace mimebase::fuzz
