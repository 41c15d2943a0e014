// Starting, supervising and ending processes.
#include "process/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>
#include <tuple>

#include "catch.h"

using mimebase::process::Channel;
using mimebase::process::Child;
using mimebase::process::Connection;
using mimebase::process::how_it_ended;
using mimebase::process::Message;
using mimebase::process::Status;

namespace {

using Outcome = mimebase::process::Connection::Outcome;

// Waits for a message.
std::optional<Message> received(Child& child) {
  const Connection::Allows allows = [](mimebase::process::Kind) { return Connection::Bounds{1000, 1000}; };
  Message message;
  Outcome outcome = Outcome::kNothing;
  while ((outcome = child.connection().receive(allows, message)) == Outcome::kNothing) {
    pollfd waiting = {child.connection().descriptor(), POLLIN, 0};
    poll(&waiting, 1, -1);
  }
  return outcome == Outcome::kMessage ? std::optional(std::move(message)) : std::nullopt;
}

// Waits until the child has ended on its own, and returns its status.
int status_of(Child& child) {
  while (received(child)) continue;
  return child.end();
}

}  // namespace

TEST_CASE("a child talks, and says where it is") {
  const auto child = Child::start([](Channel& channel, Status& status) {
    while (auto message = channel.receive()) {
      status.at = message->kind.number;
      static_cast<void>(channel.send(message->kind.number + 1, message->bytes + "!"));
    }
  });
  REQUIRE(child);
  CHECK(child->at() == 0);
  child->connection().send(41, "hello");
  auto answer = received(*child);
  REQUIRE(answer);
  CHECK(answer->kind == 42);
  CHECK(answer->bytes == "hello!");
  CHECK(child->at() == 41);
  CHECK(WTERMSIG(child->end()) == SIGKILL);
}

TEST_CASE("a child has none of the memory that others share with the parent") {
  const auto first = Child::start([](Channel& channel, Status& status) {
    status.at = 7;
    static_cast<void>(channel.receive());
  });
  REQUIRE(first);
  while (first->at() != 7) poll(nullptr, 0, 1);
  const auto count = [] {
    std::ifstream maps("/proc/self/maps");
    std::uint32_t found = 0;
    for (std::string line; std::getline(maps, line);) found += line.find("/dev/zero") != line.npos ? 1 : 0;
    return found;
  };
  const auto second = Child::start(
      [&](Channel& channel, Status& /*status*/) { static_cast<void>(channel.send(count(), {})); });
  REQUIRE(second);
  const auto answer = received(*second);
  REQUIRE(answer);
  CHECK(answer->kind == 1);  // its own
  CHECK(count() == 2);
}

TEST_CASE("how a child ends is known") {
  const auto ended = [](const Child::Body& body) {
    const auto child = Child::start(body);
    REQUIRE(child);
    return how_it_ended(status_of(*child));
  };
  CHECK(ended([](Channel&, Status&) { std::raise(SIGTERM), std::raise(SIGKILL); }) ==
        "was ended by signal 9 (Killed)");
  CHECK(ended([](Channel&, Status&) { _exit(7); }) == "ended with status 7");
  CHECK(ended([](Channel&, Status&) { throw std::bad_alloc(); }) ==
        "ran out of memory (see --limits memory)");
  // As GLib does it.
  const auto failed = [](Channel&, Status&) {
    std::fputs("***MEMORY-ERROR***: GSlice: failed to allocate 496 bytes\n", stderr);
    std::abort();
  };
  const auto child = Child::start(failed);
  REQUIRE(child);
  std::ignore = status_of(*child);
  CHECK(child->take_errors().find("failed to allocate") != std::string::npos);
  CHECK(child->how_it_ended() == "ran out of memory (see --limits memory)");
}

TEST_CASE("nothing of the parent's is open in a child") {
  const int file = fcntl(STDIN_FILENO, F_DUPFD, 50);
  const auto child = Child::start([file](Channel& channel, Status&) {
    int open_files = 0;
    for (int number = 4; number < 1000; ++number) open_files += fcntl(number, F_GETFD) >= 0 ? 1 : 0;
    static_cast<void>(channel.send(static_cast<std::uint32_t>(open_files)));
    static_cast<void>(channel.send(fcntl(file, F_GETFD) < 0 ? 1 : 0));
  });
  close(file);
  REQUIRE(child);
  CHECK(received(*child)->kind == 0);
  CHECK(received(*child)->kind == 1);
}

TEST_CASE("the time that a child takes is known") {
  const auto child = Child::start([](Channel& channel, Status&) {
    volatile std::uint64_t count = 0;
    while (count < 200'000'000) count = count + 1;
    static_cast<void>(channel.send(1));
    static_cast<void>(channel.receive());
  });
  REQUIRE(child);
  REQUIRE(received(*child));
  CHECK(child->cpu_seconds() > 0.01);
  CHECK(child->cpu_seconds() < 100);
}

TEST_CASE("a child has a standard error of its own, of which the beginning is kept") {
  struct stat own = {};
  REQUIRE(fstat(STDERR_FILENO, &own) == 0);
  const auto child = Child::start([own](Channel& channel, Status&) {
    struct stat now = {};
    const bool is_own =
        fstat(STDERR_FILENO, &now) == 0 && now.st_ino == own.st_ino && now.st_dev == own.st_dev;
    static_cast<void>(channel.send(is_own ? 1 : 0));
    const std::string line = "\x1b[31mred\n";
    for (int i = 0; i < 100'000; ++i) {
      if (write(STDERR_FILENO, line.data(), line.size()) < 0) _exit(1);
    }
  });
  REQUIRE(child);
  CHECK(received(*child)->kind == 0);
  std::string text;
  while (child->errors_descriptor() >= 0) {
    pollfd waiting = {child->errors_descriptor(), POLLIN, 0};
    poll(&waiting, 1, -1);
    text += child->take_errors();
  }
  CHECK(text.size() == 16 << 10);
  CHECK(text.starts_with("\x1b[31mred\n"));
  CHECK(how_it_ended(status_of(*child)) == "ended with status 0");
}
