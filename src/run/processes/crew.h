// The worker processes of a run: which task each has, what it sent, and how it ended.
#pragma once

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/limits.h"
#include "process/child.h"
#include "run/processes/task.h"

namespace mimebase::run {

// How long something may go on without progress. Time in which this process does not run, because it is
// stopped or waits for its own output, counts for a second at most.
class Watch {
 public:
  // Seconds since the last call.
  [[nodiscard]] double tick();

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class Crew {
 public:
  // Calls about tasks, in any order.
  struct Listener {
    std::function<void(Task& task, SplitReply split)> on_split;
    // The worker of a task has died. If `why` is empty, reassign the task; otherwise drop it and report
    // `why`.
    std::function<void(Task& task, const std::string& why)> on_death;
    // Text that a worker wrote to standard error; not to be trusted.
    std::function<void(std::string_view text)> on_errors;
    // Results cannot be kept.
    std::function<void(Error error)> on_failure;
    TaskProtocol::Accepts accepts;
  };
  // Runs in a worker process: loads what it needs (with `all_charsets` also rare ones), enters the sandbox,
  // and works.
  using Body = std::function<void(process::Channel& channel, process::Status& status, bool all_charsets)>;

  Crew(std::size_t most, const Limits& limits, Body body, Listener listener);

  // Returns true if a worker has no task, or can be started.
  [[nodiscard]] bool has_room() const { return free_worker() != nullptr || workers_.size() < most_; }
  // Gives a task to a worker that has none. `file_bytes` is the size of the task's file. Returns false if no
  // worker can be started (errno).
  [[nodiscard]] bool give(Task& task, std::uint64_t file_bytes);
  // Starts one worker, if there is none yet. Returns false if that fails (errno).
  [[nodiscard]] bool begin();

  // Returns true if no worker has a task.
  [[nodiscard]] bool is_idle() const;
  // Returns true if every worker that has a task waits until results are taken.
  [[nodiscard]] bool is_stuck(const Task* front) const;
  // Ends the workers that have a task.
  void stop();

  // `front` is the task whose results are taken next: a worker that is far ahead of it is not read from.
  void add_descriptors(const Task* front, std::vector<pollfd>& descriptors) const;
  // Reads what the workers have sent, sends what is left, and ends those that may not go on. Calls the
  // listener.
  void listen(const Task* front);

 private:
  struct Worker {
    std::unique_ptr<process::Child> child = {};
    bool has_all_charsets = false;
    Task* task = nullptr;
    std::unique_ptr<TaskProtocol> protocol = {};
    std::uint64_t source = 0;      // the mbox whose file it has
    std::uint64_t file_bytes = 0;  // of that
    std::uint64_t given = 0;       // tasks
    // When it was last looked at.
    std::uint64_t message = 0;  // that it worked on, and the task
    std::uint64_t received = 0;
    double cpu_before = 0;  // seconds of processor time before that message
    double idle = 0;        // seconds without progress
  };

  [[nodiscard]] Worker* free_worker() const;
  [[nodiscard]] Worker* start();
  [[nodiscard]] static bool is_paused(const Worker& worker, const Task* front);
  // Returns false if it has died, or must be ended for `why`.
  [[nodiscard]] bool listen_to(Worker& worker, const Task* front, std::string& why);
  [[nodiscard]] bool take(Worker& worker, process::Message message);
  [[nodiscard]] bool is_over_time(Worker& worker, const Task* front, double seconds, std::string& why) const;
  void forward_errors(process::Child& child) const;
  // `why` is empty if it has died.
  void reap(std::size_t index, std::string why);
  void on_worker_death(const Worker& worker, int status, std::string why);

  const std::size_t most_;
  const Limits& limits_;
  const Body body_;
  const Listener listener_;
  std::vector<std::unique_ptr<Worker>> workers_;
  bool all_charsets_ = false;  // a worker has ended for lack of one
  Watch watch_;
  double unwatched_ = 0;  // seconds
};

}  // namespace mimebase::run
