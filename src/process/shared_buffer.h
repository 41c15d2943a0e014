// Memory that a child shares with its parent, for bulk data. Copying through a socket takes system calls, and
// makes the sender wait for the receiver as soon as the socket is full.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mimebase::process {

// Holds one payload on its way in one direction. The memory is mapped before the child starts and has no
// file, so that the child cannot shrink it.
struct SharedBuffer {
  // Large enough for a usual batch of messages, or for its rows. Unused pages cost nothing.
  static constexpr std::size_t kBytes = std::size_t{2} << 20;
  // A smaller payload is not worth touching the memory.
  static constexpr std::size_t kLeastBytes = std::size_t{16} << 10;

  std::atomic<std::uint64_t> taken = 0;  // number of payloads that the receiver has copied
  std::array<char, kBytes> bytes;
};

// The sender's end. A receiver that lies about `taken` harms only itself.
class SharedBufferWriter {
 public:
  // If `buffer` is null, nothing can be put.
  explicit SharedBufferWriter(SharedBuffer* buffer = nullptr) : buffer_(buffer) {}

  // Copies a payload of `size` bytes to the buffer. Returns false if it has to be sent in another way: it is
  // too small or too large, or the previous one has not been taken.
  [[nodiscard]] bool put(std::span<const std::string_view> parts, std::size_t size);

 private:
  SharedBuffer* buffer_;
  std::uint64_t put_ = 0;  // number of payloads
};

// The receiver's end. The sender may change the bytes at any time, so they are copied before they are
// checked.
class SharedBufferReader {
 public:
  explicit SharedBufferReader(SharedBuffer* buffer = nullptr) : buffer_(buffer) {}

  // Returns false if the buffer cannot contain this many bytes.
  [[nodiscard]] bool may_hold(std::uint64_t size) const {
    return buffer_ != nullptr && size <= SharedBuffer::kBytes;
  }
  // Copies the payload, for which may_hold() must be true. May throw std::bad_alloc.
  [[nodiscard]] std::string take(std::size_t size);

 private:
  SharedBuffer* buffer_;
  std::uint64_t taken_ = 0;
};

}  // namespace mimebase::process
