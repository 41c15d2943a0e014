#include "process/channel.h"

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>

namespace mimebase::process {
namespace {

void take_files(msghdr& message, std::vector<Descriptor>& files) {
  for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, each)) {
    if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (each->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int file = -1;
      std::memcpy(&file, CMSG_DATA(each) + i * sizeof(int), sizeof(int));
      files.emplace_back(file);
    }
  }
}

// Waits until `size` bytes have been read. Takes the files sent with them, if `files` is not null.
bool read_all(int socket, char* to, std::size_t size, std::vector<Descriptor>* files) {
  for (std::size_t at = 0; at < size;) {
    iovec piece = {to + at, size - at};
    Control control;
    msghdr message = {};
    message.msg_iov = &piece;
    message.msg_iovlen = 1;
    if (files != nullptr) {
      message.msg_control = control.bytes.data();
      message.msg_controllen = control.bytes.size();
    }
    const ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    if (files != nullptr) take_files(message, *files);
    at += static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

std::optional<std::pair<Descriptor, Descriptor>> socket_pair() {
  std::array<int, 2> ends = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return std::nullopt;
  // The system may grant less. Larger buffers make each side wait less often for the other.
  constexpr int kBufferBytes = 1 << 20;
  for (const int end : ends) setsockopt(end, SOL_SOCKET, SO_SNDBUF, &kBufferBytes, sizeof(kBufferBytes));
  return std::pair(Descriptor(ends[0]), Descriptor(ends[1]));
}

bool Channel::send(Kind kind, std::string_view bytes, std::span<const std::string_view> payload) {
  MessageHead head{kind, 0, bytes.size(), 0};
  for (const std::string_view part : payload) head.payload += part.size();
  if (to_parent_.put(payload, head.payload)) {
    head.shared = std::exchange(head.payload, 0);
    payload = {};
  }
  std::vector<iovec> pieces = {{&head, sizeof(head)}, {const_cast<char*>(bytes.data()), bytes.size()}};
  for (const std::string_view part : payload) pieces.push_back({const_cast<char*>(part.data()), part.size()});
  for (std::size_t first = 0; first < pieces.size();) {
    msghdr message = {};
    message.msg_iov = pieces.data() + first;
    message.msg_iovlen = std::min<std::size_t>(pieces.size() - first, IOV_MAX);
    const ssize_t sent = sendmsg(socket_.get(), &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return false;
    auto left = static_cast<std::size_t>(sent);
    for (; first < pieces.size() && left >= pieces[first].iov_len; ++first) left -= pieces[first].iov_len;
    if (first == pieces.size()) break;
    pieces[first].iov_base = static_cast<char*>(pieces[first].iov_base) + left;
    pieces[first].iov_len -= left;
  }
  return true;
}

std::optional<Message> Channel::receive() {
  MessageHead head;
  Message message;
  if (!read_all(socket_.get(), reinterpret_cast<char*>(&head), sizeof(head), &message.files) ||
      message.files.size() != head.files)
    return std::nullopt;
  message.kind = head.kind;
  message.bytes.resize(head.bytes);
  message.payload.resize(head.payload);
  if (!read_all(socket_.get(), message.bytes.data(), message.bytes.size(), nullptr) ||
      !read_all(socket_.get(), message.payload.data(), message.payload.size(), nullptr))
    return std::nullopt;
  if (head.shared > 0) message.payload = from_parent_.take(head.shared);
  return message;
}

}  // namespace mimebase::process
