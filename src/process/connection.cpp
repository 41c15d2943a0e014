#include "process/connection.h"

#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace mimebase::process {
namespace {

// Memory for a message is allocated in steps of at least this size, as bytes arrive.
constexpr std::size_t kStepBytes = std::size_t{1} << 20;

void add_files(msghdr& message, Control& control, const std::vector<Descriptor>& files) {
  const std::size_t size = sizeof(int) * files.size();
  message.msg_control = control.bytes.data();
  message.msg_controllen = CMSG_SPACE(size);
  cmsghdr* const rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(size);
  unsigned char* place = CMSG_DATA(rights);
  for (const Descriptor& file : files) {
    const int number = file.get();
    std::memcpy(place, &number, sizeof number);
    place += sizeof number;
  }
}

}  // namespace

void Connection::send(Kind kind, std::string bytes, std::shared_ptr<const std::string> payload,
                      std::vector<Descriptor> files) {
  MessageHead head{kind, static_cast<std::uint32_t>(files.size()), bytes.size(),
                   payload ? payload->size() : 0};
  const std::string_view whole = payload ? std::string_view(*payload) : std::string_view();
  if (to_child_.put({&whole, 1}, whole.size())) {
    head.shared = std::exchange(head.payload, 0);
    payload = nullptr;
  }
  Unsent unsent;
  unsent.head.assign(reinterpret_cast<const char*>(&head), sizeof(head));
  unsent.head += bytes;
  unsent.payload = std::move(payload);
  unsent.files = std::move(files);
  unsent_.push_back(std::move(unsent));
  flush();
}

void Connection::flush() {
  while (!unsent_.empty()) {
    Unsent& next = unsent_.front();
    const std::string_view payload = next.payload ? std::string_view(*next.payload) : std::string_view();
    std::array<iovec, 2> pieces = {};
    std::size_t count = 0;
    const std::size_t of_head = std::min(next.sent, next.head.size()), of_payload = next.sent - of_head;
    if (of_head < next.head.size())
      pieces[count++] = {next.head.data() + of_head, next.head.size() - of_head};
    if (of_payload < payload.size())
      pieces[count++] = {const_cast<char*>(payload.data()) + of_payload, payload.size() - of_payload};
    msghdr message = {};
    message.msg_iov = pieces.data();
    message.msg_iovlen = count;
    Control control;
    if (!next.files.empty()) add_files(message, control, next.files);
    const ssize_t sent = sendmsg(socket_.get(), &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (sent < 0) return unsent_.clear();
    next.files.clear();  // files are sent with the first byte
    next.sent += static_cast<std::size_t>(sent);
    if (next.sent == next.head.size() + payload.size()) unsent_.pop_front();
  }
}

bool Connection::read_into(std::string& out, std::size_t size, Outcome& outcome) {
  while (filled_ < size) {
    if (filled_ == out.size()) out.resize(std::min(size, std::max(2 * filled_, kStepBytes)));
    const ssize_t got = recv(socket_.get(), out.data() + filled_, out.size() - filled_, MSG_DONTWAIT);
    // ECONNRESET (the other end closed with unread data) is reported once, before the data it sent.
    if (got < 0 && (errno == EINTR || errno == ECONNRESET)) continue;
    if (got <= 0) {
      const bool is_open = got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
      outcome = is_open ? Outcome::kNothing : Outcome::kClosed;
      return false;
    }
    filled_ += static_cast<std::size_t>(got);
  }
  return true;
}

Connection::Outcome Connection::receive(const Allows& allows, Message& message) {
  if (is_forbidden_) return Outcome::kForbidden;
  Outcome outcome = Outcome::kNothing;
  while (true) {
    std::string& out = reading_ == Reading::kHead    ? head_bytes_
                       : reading_ == Reading::kBytes ? coming_.bytes
                                                     : coming_.payload;
    const std::uint64_t size = reading_ == Reading::kHead    ? sizeof(MessageHead)
                               : reading_ == Reading::kBytes ? head_.bytes
                                                             : head_.payload;
    if (!read_into(out, size, outcome)) return outcome;
    filled_ = 0;
    if (reading_ == Reading::kPayload) break;
    if (reading_ == Reading::kHead && !begin(allows)) return Outcome::kForbidden;
    reading_ = reading_ == Reading::kHead ? Reading::kBytes : Reading::kPayload;
  }
  if (head_.shared > 0) coming_.payload = from_child_.take(head_.shared);
  reading_ = Reading::kHead;
  message = std::exchange(coming_, {});
  return Outcome::kMessage;
}

// Checks the head that was received.
bool Connection::begin(const Allows& allows) {
  std::memcpy(&head_, head_bytes_.data(), sizeof(head_));
  const std::optional<Bounds> bounds = allows(head_.kind);
  is_forbidden_ = !bounds || head_.bytes > bounds->bytes || head_.payload > bounds->payload ||
                  head_.shared > bounds->payload ||
                  (head_.shared > 0 && (head_.payload > 0 || !from_child_.may_hold(head_.shared)));
  coming_.kind = head_.kind;
  return !is_forbidden_;
}

}  // namespace mimebase::process
