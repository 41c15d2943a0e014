// Processes that are started, told of, and ended.
#include "process/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <new>

#include "catch.h"

using mimebase::process::Channel;
using mimebase::process::Child;
using mimebase::process::how_it_ended;
using mimebase::process::Status;

namespace {

// Waits until it has ended by itself.
int status_of(Child& child) {
  while (child.channel().receive()) continue;
  return child.end();
}

}  // namespace

TEST_CASE("a child talks, and says where it is") {
  const auto child = Child::start([](Channel& channel, Status& status) {
    while (auto message = channel.receive()) {
      status.at = message->kind();
      static_cast<void>(channel.send(message->kind() + 1, *message->take_bytes() + "!"));
    }
  });
  REQUIRE(child);
  CHECK(child->at() == 0);
  REQUIRE(child->channel().send(41, "hello"));
  auto answer = child->channel().receive();
  REQUIRE(answer);
  CHECK(answer->kind() == 42);
  CHECK(*answer->take_bytes() == "hello!");
  CHECK(child->at() == 41);
  CHECK(WTERMSIG(child->end()) == SIGKILL);
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
  CHECK(ended([](Channel&, Status&) { throw std::bad_alloc(); }) == "ran out of memory");
}

TEST_CASE("nothing of the parent's is open in a child") {
  const int file = open("/dev/null", O_RDONLY);
  const auto child = Child::start([file](Channel& channel, Status&) {
    int open_files = 0;
    for (int number = 4; number < 1000; ++number) open_files += fcntl(number, F_GETFD) >= 0 ? 1 : 0;
    static_cast<void>(channel.send(static_cast<std::uint32_t>(open_files)));
    static_cast<void>(channel.send(fcntl(file, F_GETFD) < 0 ? 1 : 0));
  });
  close(file);
  REQUIRE(child);
  CHECK(child->channel().receive()->kind() == 0);
}

TEST_CASE("the time that a child takes is known") {
  const auto child = Child::start([](Channel& channel, Status&) {
    volatile std::uint64_t count = 0;
    while (count < 200'000'000) count = count + 1;
    static_cast<void>(channel.send(1));
    static_cast<void>(channel.receive());
  });
  REQUIRE(child);
  REQUIRE(child->channel().receive());
  CHECK(child->cpu_seconds() > 0.01);
  CHECK(child->cpu_seconds() < 100);
}
