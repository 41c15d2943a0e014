// Helpers for the tests of this station: whole sources read into memory.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "mimebase/input.h"
#include "support.h"

namespace mimebase::test {

// A Record that owns its bytes.
struct Kept {
  std::string source;
  std::uint64_t number = 0, offset = 0, bytes_offset = 0;
  std::string before, bytes, after;
  bool truncated = false;
  bool incomplete = false;
  bool operator==(const Kept&) const = default;
};

inline Kept keep(const Record& r) {
  return {std::string(r.source),
          r.number,
          r.offset,
          r.bytes_offset,
          std::string(r.before),
          std::string(r.bytes),
          std::string(r.after),
          r.truncated,
          r.incomplete};
}

struct Got {
  std::vector<Kept> records;
  std::vector<std::string> problems;
  std::string error;  // from open()
  std::size_t batches = 0;
};

inline Got read_all(std::string_view path, const InputOptions& options = {}, const Limits& limits = {}) {
  Got got;
  auto reader = Reader::open(path, options, limits);
  if (!reader) {
    got.error = reader.error().message;
    return got;
  }
  while (const Batch batch = reader->next()) {
    ++got.batches;
    for (const Record& record : batch.records()) got.records.push_back(keep(record));
  }
  for (const Error& problem : reader->problems()) got.problems.push_back(problem.message);
  return got;
}

// Redirects standard input to another file during its lifetime.
class StandardInput {
 public:
  explicit StandardInput(int descriptor) : saved_(dup(STDIN_FILENO)) { dup2(descriptor, STDIN_FILENO); }
  ~StandardInput() {
    dup2(saved_, STDIN_FILENO);
    close(saved_);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;

 private:
  int saved_;
};

// Reads `bytes` from a FIFO that is written in pieces of random size.
inline Got read_fifo(const Folder& folder, std::string_view bytes, unsigned seed,
                     const InputOptions& options = {}, const Limits& limits = {}) {
  std::signal(SIGPIPE, SIG_IGN);
  const std::string path = folder.path("fifo-" + std::to_string(seed));
  mkfifo(path.c_str(), 0600);
  std::thread writer([&path, bytes, seed] {
    const int fifo = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    std::mt19937 random(seed);
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = std::min<std::size_t>(1 + random() % 70000, bytes.size() - at);
      const ssize_t done = ::write(fifo, bytes.data() + at, size);
      if (done < 0) break;
      at += static_cast<std::size_t>(done);
    }
    close(fifo);
  });
  Got got = read_all(path, options, limits);
  writer.join();
  for (Kept& record : got.records) record.source.clear();
  return got;
}

}  // namespace mimebase::test
