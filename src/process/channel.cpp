#include "process/channel.h"

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace mimebase::process {
namespace {

// What is longer goes through shared memory: to copy it twice would cost more than to map it.
constexpr std::size_t kMostInline = std::size_t{48} << 10;

struct Head {
  std::uint32_t kind = 0;
  std::uint32_t has_memory = 0;  // the first file that comes with it
  std::uint64_t size = 0;
};

// Room for the files of a message, aligned as the system wants it.
struct alignas(cmsghdr) Control {
  std::array<char, CMSG_SPACE(sizeof(int) * (kMostFiles + 1))> bytes{};
};

std::vector<Descriptor> files_of(msghdr& message) {
  std::vector<Descriptor> files;
  for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, each)) {
    if (each->cmsg_level != SOL_SOCKET || each->cmsg_type != SCM_RIGHTS) continue;
    const std::size_t count = (each->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (std::size_t i = 0; i < count; ++i) {
      int file = -1;
      std::memcpy(&file, CMSG_DATA(each) + i * sizeof(int), sizeof(int));
      files.emplace_back(file);
    }
  }
  return files;
}

// True where all of it was written.
bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Descriptor shared_memory(std::span<const std::string_view> parts) {
  Descriptor memory(memfd_create("mimebase", MFD_CLOEXEC));
  const bool written =
      memory.get() >= 0 && std::all_of(parts.begin(), parts.end(),
                                       [&](std::string_view part) { return write_all(memory.get(), part); });
  return written ? std::move(memory) : Descriptor();
}

std::optional<std::string> Message::take_bytes(std::uint64_t most) {
  if (memory_.get() < 0) return std::move(bytes_);
  const Descriptor memory = std::move(memory_);
  if (size_ > most) return std::nullopt;
  std::string bytes(size_, '\0');
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t got = pread(memory.get(), bytes.data() + at, bytes.size() - at, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    at += static_cast<std::size_t>(got);
  }
  return bytes;
}

std::optional<std::pair<Channel, Channel>> Channel::make() {
  std::array<int, 2> ends = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return std::nullopt;
  return std::pair(Channel(Descriptor(ends[0])), Channel(Descriptor(ends[1])));
}

bool Channel::send(std::uint32_t kind, std::span<const std::string_view> parts,
                   std::span<const int> files) const {
  Head head{kind, 0, 0};
  for (const std::string_view part : parts) head.size += part.size();
  std::vector<int> sent(files.begin(), files.end());
  std::vector<iovec> pieces = {{&head, sizeof(head)}};
  Descriptor memory;
  if (head.size > kMostInline) {
    memory = shared_memory(parts);
    if (memory.get() < 0) return false;
    head.has_memory = 1;
    sent.insert(sent.begin(), memory.get());
  } else {
    for (const std::string_view part : parts) pieces.push_back({const_cast<char*>(part.data()), part.size()});
  }
  msghdr message = {};
  message.msg_iov = pieces.data();
  message.msg_iovlen = pieces.size();
  Control control;
  if (!sent.empty()) {
    message.msg_control = control.bytes.data();
    message.msg_controllen = CMSG_SPACE(sizeof(int) * sent.size());
    cmsghdr* const rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int) * sent.size());
    std::memcpy(CMSG_DATA(rights), sent.data(), sizeof(int) * sent.size());
  }
  ssize_t done = -1;
  do {
    done = sendmsg(socket_.get(), &message, MSG_NOSIGNAL);
  } while (done < 0 && errno == EINTR);
  return done >= 0;
}

std::optional<Message> Channel::receive(bool waits) const {
  Head head;
  std::array<char, kMostInline> bytes;
  std::array<iovec, 2> pieces = {{{&head, sizeof(head)}, {bytes.data(), bytes.size()}}};
  Control control;
  msghdr message = {};
  message.msg_iov = pieces.data();
  message.msg_iovlen = pieces.size();
  message.msg_control = control.bytes.data();
  message.msg_controllen = control.bytes.size();
  ssize_t got = -1;
  do {
    // That the other end has gone without reading all is told once, before what it had sent.
    got = recvmsg(socket_.get(), &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
  } while (got < 0 && (errno == EINTR || errno == ECONNRESET));
  if (got < 0) return std::nullopt;
  std::vector<Descriptor> files = files_of(message);
  errno = 0;
  const bool is_whole = (message.msg_flags & (MSG_TRUNC | MSG_CTRUNC)) == 0;
  if (static_cast<std::size_t>(got) < sizeof(head) || !is_whole) return std::nullopt;
  const std::size_t size = static_cast<std::size_t>(got) - sizeof(head);
  if (head.has_memory == 0) return Message(head.kind, std::string(bytes.data(), size), std::move(files));
  if (files.empty()) return std::nullopt;
  Descriptor memory = std::move(files.front());
  files.erase(files.begin());
  return Message(head.kind, std::move(memory), head.size, std::move(files));
}

}  // namespace mimebase::process
