// Files and pipes, opened and read.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "input/byte_source.h"
#include "mimebase/result.h"

namespace mimebase::input {

// An open file, closed in the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(std::exchange(other.number_, -1));
    return *this;
  }

  [[nodiscard]] int get() const { return number_; }
  void reset(int number = -1);

 private:
  int number_;
};

// Opens the input, a path or standard input ("-"): a regular file or a FIFO, and on standard input whatever
// reads. A regular file is read up to the size that it has now. If it is shorter when that is reached, or was
// written to meanwhile, that is noted.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> open_input(Context& context);

// The bytes of an open regular file, from where it stands. No more than `first_chunk` is read at once before
// it is known what the file holds.
[[nodiscard]] std::unique_ptr<ByteSource> bytes_of_file(Context& context, std::string name, Descriptor file,
                                                        const struct stat& status, std::size_t first_chunk);

// All of `bytes` as a source with random access: what is not yet held is read into a file without a name in
// the folder for temporary files. Null if that cannot be or they are more than Limits::spool_bytes, which is
// noted of `name`.
[[nodiscard]] std::unique_ptr<ByteSource> spool(Context& context, ByteSource& bytes, const std::string& name);

// Why a thing of this mode (st_mode) is not read; empty for what is. Asked before opening: opening a device
// can do things.
[[nodiscard]] std::string refusal(unsigned mode);

// What has happened to an open file of which everything was read, since it was like `before`; empty if
// nothing.
[[nodiscard]] std::string change_since(const struct stat& before, int descriptor);
// What is said of a file that ends before its size.
inline constexpr const char* kBecameShorter = "became shorter while it was read";

}  // namespace mimebase::input
