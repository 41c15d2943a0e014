// Processes that this one starts, talks to, and ends.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "process/channel.h"

namespace mimebase::process {

// What a child tells without sending anything: its parent reads it at any time, also when it is dead.
struct Status {
  std::atomic<std::uint64_t> at = 0;  // what it works on, as both agree; 0 is nothing
};

// A copy of this process that runs a function of it. It is killed with this object, and when the thread that
// made it ends, be it by SIGKILL.
class Child {
 public:
  using Body = std::function<void(Channel& channel, Status& status)>;
  // How a child ends that finds no memory outside of a message.
  static constexpr int kOutOfMemory = 3;
  // And one that wants what it can get no more, as both agree.
  static constexpr int kWish = 4;

  // Runs `body` in a child, which ends when that returns. In there nothing is open but the channel and
  // standard error, signals of the terminal are ignored, and all others do what they do by default. To be
  // called by a process with one thread. Null where the system has none to give (errno).
  [[nodiscard]] static std::unique_ptr<Child> start(const Body& body);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] Channel& channel() { return channel_; }
  [[nodiscard]] std::uint64_t at() const { return status_->at.load(std::memory_order_acquire); }
  // Seconds of processor time that it has used; 0 if that cannot be known.
  [[nodiscard]] double cpu_seconds() const;
  // Ends it, if it still runs, and waits for that. What it ended by: of waitpid().
  int end();

 private:
  struct Unmap {
    void operator()(Status* status) const;
  };
  Child(pid_t id, Channel channel, std::unique_ptr<Status, Unmap> status)
      : id_(id), channel_(std::move(channel)), status_(std::move(status)) {}

  pid_t id_;
  Channel channel_;
  std::unique_ptr<Status, Unmap> status_;
  std::optional<int> ended_;
};

// "was ended by signal 11 (Segmentation fault)"; of a status of waitpid().
[[nodiscard]] std::string how_it_ended(int status);

}  // namespace mimebase::process
