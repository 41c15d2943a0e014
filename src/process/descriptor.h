// Ownership of file descriptors.
#pragma once

#include <string_view>
#include <utility>

namespace mimebase::process {

// Owns a file descriptor and closes it.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(other.release());
    return *this;
  }

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] int release() { return std::exchange(number_, -1); }
  void reset(int number = -1);

 private:
  int number_;
};

// Opens the same file again, read-only, with a file description of its own, so that offset and flags are
// not shared. A regular file keeps its offset. Returns a duplicate if the system refuses (sockets, some
// terminals).
[[nodiscard]] Descriptor reopened(int file);

// A file without a name that holds the bytes, at its beginning. -1 (errno) if the system has none.
[[nodiscard]] Descriptor memory_file(std::string_view bytes);

}  // namespace mimebase::process
