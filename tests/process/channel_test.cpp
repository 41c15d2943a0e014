// Messages between processes: short and long ones, and open files with them.
#include "process/channel.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <vector>

#include "catch.h"

using mimebase::process::Channel;
using mimebase::process::Descriptor;
using mimebase::process::kMostFiles;
using mimebase::process::Message;

namespace {

std::pair<Channel, Channel> connected() {
  auto ends = Channel::make();
  REQUIRE(ends);
  return std::move(*ends);
}

std::vector<int> numbers_of(const std::vector<Descriptor>& files) {
  std::vector<int> numbers;
  for (const Descriptor& file : files) numbers.push_back(file.get());
  return numbers;
}

}  // namespace

TEST_CASE("a message of any length comes as it was sent") {
  const auto [one, other] = connected();
  for (const std::size_t size : {0, 1, 1000, 49'151, 49'152, 49'153, 5'000'000}) {
    const std::string head = "head", body(size, 'x');
    const std::array<std::string_view, 2> parts = {head, body};
    REQUIRE(one.send(7, parts));
    std::optional<Message> message = other.receive();
    REQUIRE(message);
    CHECK(message->kind() == 7);
    CHECK(message->size() == size + 4);
    const std::optional<std::string> bytes = message->take_bytes();
    CHECK((bytes && *bytes == head + body));
  }
}

TEST_CASE("files come with messages, and are the receiver's") {
  const auto [one, other] = connected();
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, kMostFiles}) {
    for (const std::size_t size : {10, 100'000}) {
      std::vector<Descriptor> files;
      for (std::size_t i = 0; i < count; ++i) files.emplace_back(open("/dev/null", O_RDONLY | O_CLOEXEC));
      REQUIRE(one.send(1, std::string(size, 'y'), numbers_of(files)));
      files.clear();
      std::optional<Message> message = other.receive();
      REQUIRE(message);
      CHECK(message->files().size() == count);
      for (const Descriptor& file : message->files()) CHECK((fcntl(file.get(), F_GETFD) & FD_CLOEXEC) != 0);
      CHECK(message->take_bytes()->size() == size);
    }
  }
}

TEST_CASE("there is no message, or nobody any more") {
  auto [one, other] = connected();
  CHECK_FALSE(other.receive(false));
  CHECK(errno == EAGAIN);
  CHECK(one.send(1, "last"));
  one = Channel();
  REQUIRE(other.receive());
  CHECK_FALSE(other.receive());
  CHECK(errno != EAGAIN);
  CHECK_FALSE(other.send(1, "to nobody"));
}

TEST_CASE("what was sent is there though the sender has gone without reading what it was sent") {
  auto [one, other] = connected();
  CHECK(other.send(1, "not read"));
  CHECK(one.send(1, "first"));
  CHECK(one.send(2, "second"));
  one = Channel();
  for (const std::uint32_t kind : {1U, 2U}) {
    const std::optional<Message> message = other.receive(false);
    REQUIRE(message);
    CHECK(message->kind() == kind);
  }
  CHECK_FALSE(other.receive(false));
  CHECK(errno != EAGAIN);
}

TEST_CASE("what is no message is none") {
  const auto [one, other] = connected();
  CHECK(send(one.descriptor(), "x", 1, 0) == 1);
  CHECK_FALSE(other.receive());
  // A head that says that there is memory with it, where there is none.
  const std::array<std::uint32_t, 4> head = {1, 1, 100, 0};
  CHECK(send(one.descriptor(), head.data(), sizeof(head), 0) == sizeof(head));
  CHECK_FALSE(other.receive());
}

TEST_CASE("memory that is shorter than its message, or longer than is wanted, is not read") {
  const std::string text = "short";
  const std::string_view part = text;
  CHECK_FALSE(Message(1, mimebase::process::shared_memory({&part, 1}), 100, {}).take_bytes());
  CHECK_FALSE(Message(1, mimebase::process::shared_memory({&part, 1}), 5, {}).take_bytes(4));
  CHECK(*Message(1, mimebase::process::shared_memory({&part, 1}), 5, {}).take_bytes() == "short");
}
