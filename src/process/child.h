// Child processes: started, monitored and ended by their parent.
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

// Shared memory in which a child reports without sending messages. Its parent can read it even after the
// child has died. A hostile child may write anything there at any time.
struct Status {
  std::atomic<std::uint64_t> at =
      0;  // the current item, numbered by agreement between parent and child; 0: none
  std::atomic<std::uint64_t> inside =
      0;  // the part of the item that is being processed, if one is, by the same agreement
  std::atomic<std::uint64_t> progress = 0;  // grows while the child reads a long input
};

// The memory that a child shares with its parent, and with no other process.
struct SharedMemory {
  Status status;
  SharedBuffer to_child, from_child;
};

// A fork of this process that runs a function. It is killed when this object is destroyed, and when the
// thread that created it ends, even by SIGKILL.
class Child {
 public:
  using Body = std::function<void(Channel& channel, Status& status)>;
  // Exit status of a child that runs out of memory while not processing a message.
  static constexpr int kExitOutOfMemory = 3;
  // Exit status of a child that cannot be set up because of the limit on open files.
  static constexpr int kExitOutOfDescriptors = 5;
  // Exit status of a child that needs a module which it can no longer load: this value plus its late::Module.
  static constexpr int kExitNeeds = 16;

  // Runs `body` in a child, which exits when `body` returns. In the child, only the channel and a
  // separate standard error are open; signals of the terminal are ignored, and all others have their
  // default action. Other threads of the process must hold no lock while it is called (run/output/digest.h
  // has such a thread). Returns null if the system cannot create a process (errno).
  [[nodiscard]] static std::unique_ptr<Child> start(const Body& body);
  // For tests: replaces start(), if set.
  static inline std::function<std::unique_ptr<Child>()> start_for_test = nullptr;
  // For tests: a Child without a process, connected to the other end of `socket`, that reports `at`.
  [[nodiscard]] static std::unique_ptr<Child> without_process(Descriptor socket, std::uint64_t at);

  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] Connection& connection() { return connection_; }
  [[nodiscard]] std::uint64_t at() const { return memory_->status.at.load(std::memory_order_acquire); }
  [[nodiscard]] std::uint64_t inside() const {
    return memory_->status.inside.load(std::memory_order_acquire);
  }
  [[nodiscard]] std::uint64_t progress() const {
    return memory_->status.progress.load(std::memory_order_relaxed);
  }
  // Processor time used, in seconds, also after end(); 0 if unknown.
  [[nodiscard]] double cpu_seconds() const;

  // The pipe of its standard error; -1 once it is closed.
  [[nodiscard]] int errors_descriptor() const { return errors_.get(); }
  // Takes the text written to standard error since the last call. Only the first 16 KiB per child are
  // kept; the rest is read and dropped. The text is untrusted.
  [[nodiscard]] std::string take_errors();
  // Describes how it ended, after end(): "was ended by signal 11 (Segmentation fault)".
  [[nodiscard]] std::string how_it_ended();

  // Kills it if it is still running, and waits for it. Returns the status of waitpid().
  int end();

 private:
  struct Unmap {
    void operator()(SharedMemory* memory) const;
  };
  using Mapped = std::unique_ptr<SharedMemory, Unmap>;
  [[nodiscard]] static Mapped map_memory();
  Child(pid_t id, Descriptor socket, Mapped memory, Descriptor errors)
      : id_(id),
        memory_(std::move(memory)),
        connection_(std::move(socket), &memory_->to_child, &memory_->from_child),
        errors_(std::move(errors)) {}

  pid_t id_;  // 0: no process
  Mapped memory_;
  Connection connection_;
  Descriptor errors_;
  std::size_t errors_left_ = std::size_t{16} << 10;
  bool reports_no_memory_ = false;  // on standard error
  std::optional<int> ended_;
  double cpu_at_end_ = 0;
};

// Describes a status of waitpid().
[[nodiscard]] std::string how_it_ended(int status);

}  // namespace mimebase::process
