// The parent's end of a connection to a process that an attacker may control.
#pragma once

#include <poll.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "process/channel.h"
#include "process/descriptor.h"

namespace mimebase::process {

// Never blocks: data that the system does not accept at once is queued until flush(). Nothing that the
// other end sends is trusted. For every message, the owner decides whether it may come now and how long
// it may be, before memory is allocated. Memory grows with the bytes received, not with the announced
// size; a payload in shared memory, whose size is limited, is copied at once. Files that are sent along are
// closed.
class Connection {
 public:
  Connection() = default;
  // The buffers may be null; otherwise they must outlive the object.
  explicit Connection(Descriptor socket, SharedBuffer* to_child = nullptr, SharedBuffer* from_child = nullptr)
      : socket_(std::move(socket)), to_child_(to_child), from_child_(from_child) {}

  // Queues a message. The payload is shared, so that it can be sent to several processes.
  void send(Kind kind, std::string bytes = {}, std::shared_ptr<const std::string> payload = nullptr,
            std::vector<Descriptor> files = {});
  // Writes as much of the queue as the system accepts. Call it when poll() reports POLLOUT; send() calls
  // it too. If the other end is gone, the queue is dropped, and receive() reports it.
  void flush();
  [[nodiscard]] bool has_unsent() const { return !unsent_.empty(); }

  // The maximum size of a message that may come now.
  struct Bounds {
    std::uint64_t bytes = 0, payload = 0;
  };
  // Returns nothing for a kind that is not allowed now.
  using Allows = std::function<std::optional<Bounds>(Kind kind)>;

  enum class Outcome {
    kMessage,
    kNothing,    // no complete message has arrived yet
    kClosed,     // the other end is gone
    kForbidden,  // it sent a message that is not allowed; nothing more is read
  };
  // Reads one message, as far as it has arrived. May throw std::bad_alloc.
  [[nodiscard]] Outcome receive(const Allows& allows, Message& message);
  // Returns true if a part of a message has been received.
  [[nodiscard]] bool is_receiving() const { return filled_ > 0 || reading_ != Reading::kHead; }
  // Bytes received of an incomplete message.
  [[nodiscard]] std::uint64_t pending_bytes() const { return coming_.bytes.size() + coming_.payload.size(); }

  [[nodiscard]] int descriptor() const { return socket_.get(); }
  // Returns the argument for poll().
  [[nodiscard]] pollfd polled() const {
    return {descriptor(), static_cast<short>(has_unsent() ? POLLIN | POLLOUT : POLLIN), 0};
  }

 private:
  struct Unsent {
    std::string head;  // MessageHead and Message::bytes
    std::shared_ptr<const std::string> payload;
    std::vector<Descriptor> files;
    std::size_t sent = 0;  // bytes of head and payload that were sent
  };

  // Returns true if all `size` bytes of `out` have been received.
  [[nodiscard]] bool read_into(std::string& out, std::size_t size, Outcome& outcome);
  [[nodiscard]] bool begin(const Allows& allows);

  Descriptor socket_;
  SharedBufferWriter to_child_;
  SharedBufferReader from_child_;
  std::deque<Unsent> unsent_;
  // The incoming message: the part that is being read, and the number of bytes of it received so far.
  enum class Reading { kHead, kBytes, kPayload };
  Reading reading_ = Reading::kHead;
  std::size_t filled_ = 0;
  std::string head_bytes_;
  MessageHead head_;
  Message coming_;
  bool is_forbidden_ = false;
};

}  // namespace mimebase::process
