// The parent's end of a connection to a process that an attacker may control.
#pragma once

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

// Never waits: what the system does not take at once is kept until flush(). Nothing that the other end sends
// is believed: its owner says for every message whether it may come now, and how long it may be, before
// memory is taken for it. Memory grows with the bytes that came, not with those that were announced, and
// open files that come are closed.
class Connection {
 public:
  Connection() = default;
  explicit Connection(Descriptor socket) : socket_(std::move(socket)) {}

  // Queues a message. The payload is shared, so that several processes can be given it one after another.
  void send(std::uint32_t kind, std::string bytes = {}, std::shared_ptr<const std::string> payload = nullptr,
            std::vector<Descriptor> files = {});
  // Writes as much of the queue as the system takes. To be called when poll() reports POLLOUT, and after
  // send(). If the other end is gone, the queue is dropped; receive() then says so.
  void flush();
  [[nodiscard]] bool has_unsent() const { return !unsent_.empty(); }

  // The most bytes of a message that may come now.
  struct Bounds {
    std::uint64_t bytes = 0, payload = 0;
  };
  // Returns nothing for a kind that may not come now.
  using Allows = std::function<std::optional<Bounds>(std::uint32_t kind)>;

  enum class Outcome {
    kMessage,
    kNothing,    // nothing more is there yet
    kClosed,     // the other end is gone
    kForbidden,  // it sent what may not come now; nothing more is read
  };
  // Reads one message, as far as it is there. May throw std::bad_alloc.
  [[nodiscard]] Outcome receive(const Allows& allows, Message& message);
  // Bytes that were received since the connection was made.
  [[nodiscard]] std::uint64_t received_bytes() const { return received_bytes_; }

  // Bytes of a message that is not complete.
  [[nodiscard]] std::uint64_t pending_bytes() const { return coming_.bytes.size() + coming_.payload.size(); }

  [[nodiscard]] int descriptor() const { return socket_.get(); }

 private:
  struct Unsent {
    std::string head;  // MessageHead and Message::bytes
    std::shared_ptr<const std::string> payload;
    std::vector<Descriptor> files;
    std::size_t sent = 0;  // bytes of both
  };

  // Returns true if all `size` bytes of `out` are there.
  [[nodiscard]] bool read_into(std::string& out, std::size_t size, Outcome& outcome);
  [[nodiscard]] bool begin(const Allows& allows);

  Descriptor socket_;
  std::deque<Unsent> unsent_;
  std::uint64_t received_bytes_ = 0;
  // Of the message that is coming: its part that is being read, and how many bytes of that are there.
  enum class Reading { kHead, kBytes, kPayload };
  Reading reading_ = Reading::kHead;
  std::size_t filled_ = 0;
  std::string head_bytes_;
  MessageHead head_;
  Message coming_;
  bool is_forbidden_ = false;
};

}  // namespace mimebase::process
