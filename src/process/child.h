// Child processes: started, watched and ended by their parent.
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
#include "process/connection.h"

namespace mimebase::process {

// Shared memory in which a child reports without sending anything; its parent can read it when the child is
// dead. A hostile child may write anything there at any time.
struct Status {
  std::atomic<std::uint64_t> at = 0;        // the item that is worked on, as both define it; 0: none
  std::atomic<std::uint64_t> progress = 0;  // grows while the child reads a long input
};

// A copy of this process that runs a function of it. It is killed with this object, and when the thread that
// made it ends, even by SIGKILL.
class Child {
 public:
  using Body = std::function<void(Channel& channel, Status& status)>;
  // Exit status of a child that runs out of memory outside of a message.
  static constexpr int kExitOutOfMemory = 3;
  // Exit status: it needs a charset that cannot be loaded any more.
  static constexpr int kExitNeedsCharset = 4;

  // Runs `body` in a child, which ends when that returns. Nothing is open in the child but the channel and
  // a standard error of its own; signals of the terminal are ignored, and all others have their default
  // action. To be called by a process with one thread. Null if the system has no process left (errno).
  [[nodiscard]] static std::unique_ptr<Child> start(const Body& body);
  // For tests: replaces start(), if set.
  static inline std::function<std::unique_ptr<Child>()> start_for_test = nullptr;
  // For tests: no process, but the other end of a socket, which reports `at`.
  [[nodiscard]] static std::unique_ptr<Child> without_process(Descriptor socket, std::uint64_t at);

  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] Connection& connection() { return connection_; }
  [[nodiscard]] const Connection& connection() const { return connection_; }
  [[nodiscard]] std::uint64_t at() const { return status_->at.load(std::memory_order_acquire); }
  [[nodiscard]] std::uint64_t progress() const { return status_->progress.load(std::memory_order_relaxed); }
  // Seconds of processor time that it has used; 0 if that cannot be known.
  [[nodiscard]] double cpu_seconds() const;

  // The pipe of its standard error; -1 after its end.
  [[nodiscard]] int errors_descriptor() const { return errors_.get(); }
  // Takes what it has written to standard error since the last call. Only the first 16 KiB of each child are
  // kept; the rest is read and dropped. The text is not to be trusted.
  [[nodiscard]] std::string take_errors();

  // Ends it, if it still runs, and waits for that. Returns the status of waitpid().
  int end();

 private:
  struct Unmap {
    void operator()(Status* status) const;
  };
  using SharedStatus = std::unique_ptr<Status, Unmap>;
  [[nodiscard]] static SharedStatus shared_status();
  Child(pid_t id, Connection connection, SharedStatus status, Descriptor errors)
      : id_(id), connection_(std::move(connection)), status_(std::move(status)), errors_(std::move(errors)) {}

  pid_t id_;  // 0: no process
  Connection connection_;
  SharedStatus status_;
  Descriptor errors_;
  std::size_t errors_left_ = std::size_t{16} << 10;
  std::optional<int> ended_;
};

// "was ended by signal 11 (Segmentation fault)", from a status of waitpid().
[[nodiscard]] std::string how_it_ended(int status);

}  // namespace mimebase::process
