// Messages between the main process of a run and its child processes, over stream sockets. A large payload
// goes through shared memory, unless the previous one is still there.
#pragma once

#include <sys/socket.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "process/descriptor.h"
#include "process/shared_buffer.h"

namespace mimebase::process {

// The meaning of a message: an enumerator of the protocol that both ends follow.
struct Kind {
  Kind() = default;
  Kind(std::uint32_t value) : number(value) {}
  template <typename Enumeration>
  requires std::is_enum_v<Enumeration> Kind(Enumeration value) : number(static_cast<std::uint32_t>(value)) {}
  bool operator==(const Kind&) const = default;

  std::uint32_t number = 0;
};

// The first bytes of every message, in the byte order of the machine.
struct MessageHead {
  Kind kind;
  std::uint32_t files = 0;    // open files that come with the message
  std::uint64_t bytes = 0;    // size of Message::bytes
  std::uint64_t payload = 0;  // size of Message::payload, if it follows
  std::uint64_t shared = 0;   // its size if it is in a SharedBuffer
};

struct Message {
  Kind kind;
  std::string bytes;    // a structure
  std::string payload;  // bulk data, sent separately so that it need not be copied out of a structure
  std::vector<Descriptor> files;
};

// The maximum number of files per message.
inline constexpr std::size_t kMaxFiles = 64;

// Buffer for the files of a message, aligned as the system requires.
struct alignas(cmsghdr) Control {
  std::array<char, CMSG_SPACE(sizeof(int) * kMaxFiles)> bytes{};
};

// The child's end of a connection. It blocks, and trusts the other end, which is its parent's Connection.
class Channel {
 public:
  // The buffers may be null.
  explicit Channel(Descriptor socket, SharedBuffer* from_parent = nullptr, SharedBuffer* to_parent = nullptr)
      : socket_(std::move(socket)), from_parent_(from_parent), to_parent_(to_parent) {}

  // Sends a message whose payload is the concatenation of `payload`. Returns false if the parent is gone.
  [[nodiscard]] bool send(Kind kind, std::string_view bytes = {},
                          std::span<const std::string_view> payload = {});
  // Waits for a message. Returns nothing if the parent is gone. May throw std::bad_alloc.
  [[nodiscard]] std::optional<Message> receive();

  [[nodiscard]] int descriptor() const { return socket_.get(); }

 private:
  Descriptor socket_;
  SharedBufferReader from_parent_;
  SharedBufferWriter to_parent_;
};

// Both ends of a new connection. Returns nothing if the system has no socket left (errno).
[[nodiscard]] std::optional<std::pair<Descriptor, Descriptor>> socket_pair();

}  // namespace mimebase::process
