// Where the bytes of one source come from: a mapping of a regular file, or reads of anything else. All show
// the same face, a window of bytes that is dropped from the front and grows at the end.
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
  // Drops the first `size` bytes held.
  virtual void drop(std::size_t size) = 0;
  // Keeps the first `size` bytes held where they are, from any thread, past a drop() and past the source.
  [[nodiscard]] virtual std::shared_ptr<const void> share(std::size_t size) = 0;
  // To be called now and then before the bytes held are read: see MappedFile.
  virtual void check(std::vector<Error>& /*problems*/) {}
  // The size of the whole source, where it is known beforehand.
  [[nodiscard]] virtual std::optional<std::uint64_t> total() const = 0;

  // How many bytes were dropped: the offset in the source of the first byte held.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

 protected:
  std::uint64_t offset_ = 0;
};

// How a file is opened.
struct Opening {
  std::string name;            // what messages call it
  const Stop* stop = nullptr;  // asked while a pipe is waited for; lives as long as the source
  // Of a file that is not mapped, no more is read at once before it is known what it holds.
  std::size_t first_chunk = std::numeric_limits<std::size_t>::max();
};

// Opens `path`, or standard input ("-"): a regular file or a FIFO, and on standard input whatever reads.
[[nodiscard]] Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path, const Opening& opening);

// The bytes of an open regular file, from where it stands. Takes the descriptor.
[[nodiscard]] std::unique_ptr<ByteSource> adopt_bytes(int descriptor, const struct stat& status,
                                                      const Opening& opening);

// Why a thing of this mode (st_mode) is not read; empty for what is. Asked before opening: opening a device
// can do things.
[[nodiscard]] std::string refusal(unsigned mode);

// What the system says of an error of this number (errno).
[[nodiscard]] Error system_error(const std::string& name, int number);

// Drops bytes that nothing looks into any more, and lets go of the memory that a mapping holds them in.
void use_up(ByteSource& bytes, std::size_t size);

}  // namespace mimebase::input
