// Messages between processes: a Channel, which trusts its parent, and a Connection, which trusts nobody.
#include "process/channel.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "process/connection.h"

using mimebase::process::Channel;
using mimebase::process::Connection;
using mimebase::process::Descriptor;
using mimebase::process::kMaxFiles;
using mimebase::process::Message;
using mimebase::process::MessageHead;
using mimebase::process::SharedBuffer;
using Outcome = mimebase::process::Connection::Outcome;

namespace {

struct Ends {
  Channel child;
  Connection parent;
};

Ends connected(SharedBuffer* to_child = nullptr, SharedBuffer* to_parent = nullptr) {
  auto ends = mimebase::process::socket_pair();
  REQUIRE(ends);
  return {Channel(std::move(ends->first), to_child, to_parent),
          Connection(std::move(ends->second), to_child, to_parent)};
}

// Counts the bytes that wait in a socket.
int waiting_bytes(int socket) {
  int bytes = 0;
  REQUIRE(ioctl(socket, FIONREAD, &bytes) == 0);
  return bytes;
}

std::optional<Connection::Bounds> all(mimebase::process::Kind /*kind*/) {
  return Connection::Bounds{1 << 30, 1 << 30};
}

// Reads until there is a message or the end.
Outcome receive(Connection& connection, Message& message, const Connection::Allows& allows = all) {
  Outcome outcome = Outcome::kNothing;
  while ((outcome = connection.receive(allows, message)) == Outcome::kNothing) std::this_thread::yield();
  return outcome;
}

std::string bytes_of(const MessageHead& head) {
  return {reinterpret_cast<const char*>(&head), sizeof(head)};
}

void write_raw(const Channel& channel, std::string_view bytes) {
  REQUIRE(send(channel.descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
          static_cast<ssize_t>(bytes.size()));
}

}  // namespace

TEST_CASE("a message of any length comes as it was sent, both ways") {
  auto [child, parent] = connected();
  for (const std::size_t size : {0, 1, 1000, 300'000, 5'000'000}) {
    const std::string bytes(size / 2, 'b'), one(size, 'x'), other = "end";
    const std::array<std::string_view, 2> payload = {one, other};
    std::thread sender([&, &child = child] { CHECK(child.send(7, bytes, payload)); });
    Message message;
    REQUIRE(receive(parent, message) == Outcome::kMessage);
    sender.join();
    CHECK(message.kind == 7);
    CHECK((message.bytes == bytes && message.payload == one + other));

    parent.send(8, bytes, std::make_shared<const std::string>(one));
    std::optional<Message> back;
    std::thread receiver([&, &child = child] { back = child.receive(); });
    while (parent.has_unsent()) parent.flush();
    receiver.join();
    REQUIRE(back);
    CHECK(back->kind == 8);
    CHECK((back->bytes == bytes && back->payload == one));
  }
}

TEST_CASE("a large payload goes through shared memory, one at a time, both ways") {
  const auto to_child = std::make_unique<SharedBuffer>(), to_parent = std::make_unique<SharedBuffer>();
  auto [child, parent] = connected(to_child.get(), to_parent.get());
  constexpr auto kHead = static_cast<int>(sizeof(MessageHead));
  const std::string small(SharedBuffer::kLeastBytes - 1, 's'), part(SharedBuffer::kLeastBytes, 'p'),
      large = part + "end";
  const std::array<std::string_view, 2> parts = {part, "end"};
  for (int round = 0; round < 3; ++round) {
    // The second payload comes too early, and the third is small.
    CHECK(child.send(1, {}, parts));
    CHECK(waiting_bytes(parent.descriptor()) == kHead);
    CHECK(child.send(2, {}, parts));
    CHECK(waiting_bytes(parent.descriptor()) > static_cast<int>(large.size()));
    const std::string_view third = small;
    CHECK(child.send(3, {}, {&third, 1}));
    for (const std::string& payload : {large, large, small}) {
      Message message;
      REQUIRE(receive(parent, message) == Outcome::kMessage);
      CHECK(message.payload == payload);
    }

    parent.send(4, {}, std::make_shared<const std::string>(large));
    CHECK(waiting_bytes(child.descriptor()) == kHead);
    parent.send(5, {}, std::make_shared<const std::string>(large));
    for (const std::uint32_t kind : {4U, 5U}) {
      const std::optional<Message> message = child.receive();
      REQUIRE(message);
      CHECK(message->kind == kind);
      CHECK(message->payload == large);
    }
  }
}

TEST_CASE("a payload that is larger than the shared memory goes through the socket") {
  const auto to_child = std::make_unique<SharedBuffer>(), to_parent = std::make_unique<SharedBuffer>();
  auto [child, parent] = connected(to_child.get(), to_parent.get());
  for (const std::size_t size : {SharedBuffer::kBytes, SharedBuffer::kBytes + 1}) {
    const std::string payload(size, 'x');
    const std::string_view view = payload;
    std::thread sender([&, &child = child] { CHECK(child.send(1, {}, {&view, 1})); });
    Message message;
    REQUIRE(receive(parent, message) == Outcome::kMessage);
    sender.join();
    CHECK(message.payload == payload);
  }
}

TEST_CASE("a child that writes anything to shared memory harms only itself") {
  const auto to_child = std::make_unique<SharedBuffer>(), to_parent = std::make_unique<SharedBuffer>();
  auto [child, parent] = connected(to_child.get(), to_parent.get());
  to_child->taken = ~0ULL;
  to_parent->taken = ~0ULL;
  const auto large = std::make_shared<const std::string>(SharedBuffer::kLeastBytes, 'x');
  parent.send(1, {}, large);
  CHECK(waiting_bytes(child.descriptor()) > static_cast<int>(large->size()));
  to_parent->bytes[0] = 'a';
  write_raw(child, bytes_of({1, 0, 0, 0, 1}));
  write_raw(child, bytes_of({2, 0, 0, 0, 1}));
  for (const std::uint32_t kind : {1U, 2U}) {
    Message message;
    REQUIRE(receive(parent, message) == Outcome::kMessage);
    CHECK(message.kind == kind);
    CHECK(message.payload == "a");
  }
}

TEST_CASE("files come with the message that they were sent with, and are the receiver's") {
  auto [child, parent] = connected();
  for (const std::size_t count : {std::size_t{1}, std::size_t{0}, kMaxFiles, std::size_t{2}}) {
    std::vector<Descriptor> files;
    for (std::size_t i = 0; i < count; ++i) files.emplace_back(open("/dev/null", O_RDONLY | O_CLOEXEC));
    parent.send(static_cast<std::uint32_t>(count), "bytes", nullptr, std::move(files));
  }
  for (const std::size_t count : {std::size_t{1}, std::size_t{0}, kMaxFiles, std::size_t{2}}) {
    const std::optional<Message> message = child.receive();
    REQUIRE(message);
    CHECK(message->kind.number == count);
    CHECK(message->bytes == "bytes");
    REQUIRE(message->files.size() == count);
    for (const Descriptor& file : message->files) CHECK((fcntl(file.get(), F_GETFD) & FD_CLOEXEC) != 0);
  }
}

TEST_CASE("the parent never waits, neither to send nor to receive") {
  auto [child, parent] = connected();
  Message message;
  CHECK(parent.receive(all, message) == Outcome::kNothing);
  const auto payload = std::make_shared<const std::string>(1 << 20, 'x');
  for (int i = 0; i < 20; ++i) parent.send(1, {}, payload);
  CHECK(parent.has_unsent());
  write_raw(child, bytes_of({1, 0, 10, 0}) + "half");
  CHECK(parent.receive(all, message) == Outcome::kNothing);
  write_raw(child, "a text");
  REQUIRE(parent.receive(all, message) == Outcome::kMessage);
  CHECK(message.bytes == "halfa text");
}

TEST_CASE("the end of the other process is seen behind everything that it had sent") {
  auto [child, parent] = connected();
  parent.send(1, "not read");
  CHECK(child.send(1, "first"));
  CHECK(child.send(2, "second"));
  write_raw(child, "a part of a head");
  child = Channel(Descriptor());
  Message message;
  for (const std::uint32_t kind : {1U, 2U}) {
    REQUIRE(parent.receive(all, message) == Outcome::kMessage);
    CHECK(message.kind == kind);
  }
  CHECK(parent.receive(all, message) == Outcome::kClosed);
  parent.send(3, "to nobody");
  CHECK_FALSE(parent.has_unsent());
}

TEST_CASE("what may not come now, or is too long, is not read") {
  struct Row {
    MessageHead head;
    Outcome outcome;
    const char* why;
    bool is_shared = false;  // there is shared memory
  };
  const std::vector<Row> rows = {
      {{1, 0, 4, 8}, Outcome::kNothing, "as long as it may be"},
      {{1, 0, 5, 0}, Outcome::kForbidden, "its bytes are longer"},
      {{1, 0, 0, 9}, Outcome::kForbidden, "its payload is longer"},
      {{2, 0, 0, 0}, Outcome::kForbidden, "another kind"},
      {{1, 0, ~0ULL, 0}, Outcome::kForbidden, "as long as can be"},
      {{1, 0, 0, ~0ULL}, Outcome::kForbidden, "as long as can be"},
      {{1, 0, 0, 0, 8}, Outcome::kMessage, "its payload is in shared memory", true},
      {{1, 0, 0, 0, 8}, Outcome::kForbidden, "there is no shared memory"},
      {{1, 0, 0, 0, 9}, Outcome::kForbidden, "its payload is longer", true},
      {{1, 0, 0, 0, ~0ULL}, Outcome::kForbidden, "as long as can be", true},
      {{1, 0, 0, 1, 1}, Outcome::kForbidden, "two payloads", true},
      {{3, 0, 0, 0, SharedBuffer::kBytes}, Outcome::kMessage, "all of the shared memory", true},
      {{3, 0, 0, 0, SharedBuffer::kBytes + 1}, Outcome::kForbidden, "beyond the shared memory", true},
  };
  const Connection::Allows allows = [](mimebase::process::Kind kind) {
    if (kind == 3) return std::optional(Connection::Bounds{0, ~0ULL});
    return kind == 1 ? std::optional(Connection::Bounds{4, 8}) : std::nullopt;
  };
  const auto buffer = std::make_unique<SharedBuffer>();
  for (const Row& row : rows) {
    INFO(row.why);
    auto [child, parent] = connected(nullptr, row.is_shared ? buffer.get() : nullptr);
    write_raw(child, bytes_of(row.head));
    Message message;
    CHECK(parent.receive(allows, message) == row.outcome);
    if (row.outcome != Outcome::kForbidden) continue;
    write_raw(child, bytes_of({1, 0, 0, 0}));
    CHECK(parent.receive(all, message) == Outcome::kForbidden);
  }
}

TEST_CASE("memory grows with the bytes that came, not with those that were announced") {
  auto [child, parent] = connected();
  write_raw(child, bytes_of({1, 0, 0, 1 << 30}) + std::string(100'000, 'x'));
  Message message;
  CHECK(parent.receive(all, message) == Outcome::kNothing);
  CHECK(parent.pending_bytes() <= 1 << 20);
}

TEST_CASE("files that a child sends are closed") {
  auto [child, parent] = connected();
  // Sends through a second Connection over the child's socket, which can send files.
  Connection sender{Descriptor(dup(child.descriptor()))};
  const int before = dup(0);
  close(before);
  for (int i = 0; i < 50; ++i) {
    std::vector<Descriptor> files;
    files.emplace_back(dup(0));
    sender.send(1, "with a file", nullptr, std::move(files));
    Message message;
    REQUIRE(parent.receive(all, message) == Outcome::kMessage);
    CHECK(message.files.empty());
  }
  const int after = dup(0);
  close(after);
  CHECK(after == before);
}

TEST_CASE("a file that is opened again has an offset of its own") {
  char name[] = "/tmp/mimebase-test-XXXXXX";
  const Descriptor file(mkstemp(name));
  REQUIRE(file.get() >= 0);
  unlink(name);
  REQUIRE(write(file.get(), "0123456789", 10) == 10);
  lseek(file.get(), 3, SEEK_SET);
  const Descriptor other = mimebase::process::reopened(file.get());
  char c = 0;
  REQUIRE(read(other.get(), &c, 1) == 1);
  CHECK(c == '3');
  CHECK(lseek(file.get(), 0, SEEK_CUR) == 3);
  CHECK(write(other.get(), "x", 1) < 0);
  std::array<int, 2> sockets = {-1, -1};
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()) == 0);
  const Descriptor one(sockets[0]), two(sockets[1]);
  CHECK(mimebase::process::reopened(one.get()).get() >= 0);  // a duplicate
}
