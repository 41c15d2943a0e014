// Files and pipes as streams.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "input/stop.h"
#include "input/stream.h"

namespace mimebase::input {

// An open descriptor, closed in the end if it is ours.
class File {
 public:
  File(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {}
  ~File();
  File(File&& other) noexcept : descriptor_(other.descriptor_), owned_(std::exchange(other.owned_, false)) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  File& operator=(File&&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  bool owned_;
};

// A pipe, or whatever else can only be read on. A wait for it ends when a stop is asked for.
class PipeStream final : public Stream {
 public:
  // `stop` may be null.
  PipeStream(File file, std::string name, const Stop* stop)
      : file_(std::move(file)), name_(std::move(name)), stop_(stop) {}

  std::size_t read(char* to, std::size_t size, std::vector<Error>& problems) override;

 private:
  File file_;
  std::string name_;
  const Stop* stop_;
};

// A regular file from byte `start` up to the size that it had in `status`. That it has changed meanwhile is
// noted at the end. Its offset is left alone.
class FileStream final : public Stream {
 public:
  FileStream(File file, std::string name, const struct stat& status, std::uint64_t start)
      : file_(std::move(file)), name_(std::move(name)), status_(status), start_(start), position_(start) {}

  std::size_t read(char* to, std::size_t size, std::vector<Error>& problems) override;
  bool has_random_access() const override { return true; }
  void seek(std::uint64_t offset) override {
    position_ = start_ + offset;
    has_ended_ = false;
  }
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t size,
                      std::vector<Error>& problems) override;

 private:
  std::size_t read_from(std::uint64_t position, char* to, std::size_t size, std::vector<Error>& problems);

  File file_;
  std::string name_;
  struct stat status_;
  std::uint64_t start_;     // of the source in the file
  std::uint64_t position_;  // in the file
  bool has_ended_ = false;  // said what there is to say
};

}  // namespace mimebase::input
