// Messages between a run's own process and the processes that it starts. They go over a stream socket: bytes
// that are copied through the kernel cost less than fresh pages of shared memory, need no second path where
// the system limits the size of files, and are limited by whoever does not read on.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "process/descriptor.h"

namespace mimebase::process {

// The first bytes of every message, in the byte order of the machine.
struct MessageHead {
  std::uint32_t kind = 0;
  std::uint32_t files = 0;    // open files that come with the message
  std::uint64_t bytes = 0;    // size of Message::bytes
  std::uint64_t payload = 0;  // size of Message::payload
};

struct Message {
  std::uint32_t kind = 0;
  std::string bytes;    // a structure
  std::string payload;  // long data that nobody has to copy out of a structure
  std::vector<Descriptor> files;
};

// Limit of the files that one message carries.
inline constexpr std::size_t kMaxFiles = 64;

// Room for the files of a message, aligned as the system requires.
struct alignas(cmsghdr) Control {
  std::array<char, CMSG_SPACE(sizeof(int) * kMaxFiles)> bytes{};
};

// The child's end of a connection. It waits, and trusts the other end, which is its parent's Connection.
class Channel {
 public:
  explicit Channel(Descriptor socket) : socket_(std::move(socket)) {}

  // Sends a message whose payload is the concatenation of `payload`. Returns false if the parent is gone.
  [[nodiscard]] bool send(std::uint32_t kind, std::string_view bytes = {},
                          std::span<const std::string_view> payload = {}) const;
  // Waits for a message. Returns nothing if the parent is gone. May throw std::bad_alloc.
  [[nodiscard]] std::optional<Message> receive() const;

  [[nodiscard]] int descriptor() const { return socket_.get(); }

 private:
  Descriptor socket_;
};

// Both ends of a new connection. Returns nothing if the system has no socket left (errno).
[[nodiscard]] std::optional<std::pair<Descriptor, Descriptor>> socket_pair();

}  // namespace mimebase::process
