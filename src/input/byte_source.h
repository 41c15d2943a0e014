// Where the bytes of one source come from: a file, a pipe, what a decoder gives. All show the same face, a
// window of bytes that is dropped from the front and grows at the end.
//
// Files are read and not mapped, though mapping saves a copy: whatever another program does to a mapped file
// is seen in the midst of a message, and where it was cut the process ends with SIGBUS. Read into memory that
// is used again and again, they cost no more time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/stop.h"
#include "input/stream.h"
#include "mimebase/result.h"

struct stat;

namespace mimebase::input {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // The bytes that are held, from the first one not dropped. Valid until the next call of a member that is
  // not const, and behind that as long as a share() that covers them.
  [[nodiscard]] virtual std::string_view held() const = 0;
  // True if no byte follows those that are held.
  [[nodiscard]] virtual bool at_end() const = 0;
  // Holds more bytes, or finds the end; a read error is the end too, and noted in `problems`.
  virtual void read_more(std::vector<Error>& problems) = 0;
  // True if the end is where reading failed: more may follow it in the source.
  [[nodiscard]] virtual bool has_failed() const { return false; }
  // Drops the first `size` bytes held.
  virtual void drop(std::size_t size) = 0;
  // Keeps the first `size` bytes held where they are, from any thread, past a drop() and past the source.
  [[nodiscard]] virtual std::shared_ptr<const void> share(std::size_t size) = 0;
  // The size of the whole source, where it is known beforehand.
  [[nodiscard]] virtual std::optional<std::uint64_t> total() const = 0;
  // So many bytes are going to be held at once: a hint that saves moving them.
  virtual void expect(std::uint64_t /*size*/) {}

  // True of what lies somewhere as a whole: what follows may be asked for then, and total() is known.
  [[nodiscard]] virtual bool has_random_access() const { return false; }
  // Goes on at any byte of the source, and holds nothing.
  virtual void seek(std::uint64_t /*offset*/) {}
  // Reads up to `size` bytes at an offset, which neither depends on what is held nor changes it. 0 is the
  // end, or an error, which is noted.
  [[nodiscard]] virtual std::size_t read_at(std::uint64_t /*offset*/, char* /*to*/, std::size_t /*size*/,
                                            std::vector<Error>& /*problems*/) {
    return 0;
  }

  // How many bytes were dropped: the offset in the source of the first byte held.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

 protected:
  std::uint64_t offset_ = 0;
};

// How a file is opened.
struct Opening {
  std::string name;            // what messages call it
  const Stop* stop = nullptr;  // asked while a pipe is waited for; lives as long as the source
  // No more is read at once before it is known what the file holds.
  std::size_t first_chunk = std::numeric_limits<std::size_t>::max();
};

// Opens `path`, or standard input ("-"): a regular file or a FIFO, and on standard input whatever reads.
// A regular file is read up to the size that it has now. If it is shorter when that is reached, or was
// written to meanwhile, that is noted.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path, const Opening& opening);

// The bytes of an open regular file, from where it stands. Takes the descriptor.
[[nodiscard]] std::unique_ptr<ByteSource> adopt_bytes(int descriptor, const struct stat& status,
                                                      const Opening& opening);

// All of `bytes` as a source with random access: what is not yet held is read into a file without a name in
// the folder for temporary files. Null if that cannot be or they are more than `most`, which is noted of
// `called`.
[[nodiscard]] std::unique_ptr<ByteSource> spool(ByteSource& bytes, std::uint64_t most,
                                                const std::string& called, std::vector<Error>& problems);

// Why a thing of this mode (st_mode) is not read; empty for what is. Asked before opening: opening a device
// can do things.
[[nodiscard]] std::string refusal(unsigned mode);

// What has happened to an open file of which everything was read, since it was like `before`; empty if
// nothing.
[[nodiscard]] std::string change_since(const struct stat& before, int descriptor);
// What is said of a file that ends before its size.
inline constexpr std::string_view kBecameShorter = "became shorter while it was read";

// What the system says of an error of this number (errno): a read_error(), but where a path leads to nothing
// or to what may not be read.
[[nodiscard]] Error system_error(const std::string& name, int number);

}  // namespace mimebase::input
