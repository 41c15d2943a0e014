// The worker processes of a run: their tasks, what they send, and how they end.
#pragma once

#include <poll.h>

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
#include "run/processes/cpu_budget.h"
#include "run/processes/supervision.h"
#include "run/processes/task.h"
#include "text/late.h"

namespace mimebase::run {

// Starts worker processes, assigns tasks to them, and ends those that crash, exceed a limit or break the
// protocol.
class Crew {
 public:
  // Callbacks about tasks, in any order.
  struct Listener {
    std::function<void(Task& task, SplitReply split)> on_split;
    // The worker of a task has died. If `why` is empty, reassign the task; otherwise drop it and report
    // `why`.
    std::function<void(Task& task, const std::string& why)> on_death;
    // Text that a worker wrote to standard error. It is untrusted.
    std::function<void(std::string_view text)> on_errors;
    // Results cannot be stored.
    std::function<void(Error error)> on_failure;
    TaskProtocol::Accepts accepts;
    // Signs and verifies; empty if the run has no keys.
    std::function<SignReply(const SignRequest& request)> sign = {};
  };
  // The main function of a worker process. It loads what it needs, enters the sandbox and works.
  // `modules` are those that other workers have lacked.
  using Body = std::function<void(process::Channel& channel, process::Status& status, late::Modules modules)>;

  Crew(std::size_t most, const Limits& limits, Body body, Listener listener);

  // Returns true if a worker is free or can be started.
  [[nodiscard]] bool has_room() const { return free_worker() != nullptr || workers_.size() < most_; }
  // Assigns a task to a free worker and starts one if necessary. `file_bytes` is the size of the task's file.
  // Returns false if no worker can be started (errno).
  [[nodiscard]] bool give(Task& task, std::uint64_t file_bytes);
  // Starts the first worker, if there is none. Returns false if that fails (errno).
  [[nodiscard]] bool begin();

  // Returns true if no worker has a task.
  [[nodiscard]] bool is_idle() const;
  // Returns true if every worker with a task is paused until its results are collected.
  [[nodiscard]] bool is_stuck(const Task* front) const;
  // Ends the workers that have tasks.
  void stop();

  // Adds the descriptors to poll. `front` is the task whose results are collected next. Workers far ahead of
  // it are not read from.
  void add_descriptors(const Task* front, std::vector<pollfd>& descriptors) const;
  // Receives messages, sends pending ones, and ends workers that failed. Calls the listener.
  void listen(const Task* front);
  // Does not count the time since the last listen(): workers may have waited for this process.
  void forgive() { static_cast<void>(watch_.tick()); }

 private:
  struct Worker {
    std::unique_ptr<process::Child> child = {};
    late::Modules modules = 0;
    Task* task = nullptr;
    std::unique_ptr<TaskProtocol> protocol = {};
    std::uint64_t source = 0;      // the mbox whose file the worker has
    std::uint64_t file_bytes = 0;  // size of that file
    std::uint64_t given = 0;       // number of tasks given to the worker
    // State at the last check.
    std::uint64_t message = 0;   // the task and its current message
    std::uint64_t document = 0;  // Child::inside()
    double cpu = 0;              // seconds of processor time
    double cpu_before = 0;       // before that message
    double cpu_outside = 0;      // before that document
    double seconds = 0;          // time given to that message
  };

  [[nodiscard]] Worker* free_worker() const;
  [[nodiscard]] Worker* start();
  [[nodiscard]] static bool is_paused(const Worker& worker, const Task* front);
  // Returns false if the worker has died or must be ended because of `why`.
  [[nodiscard]] bool listen_to(Worker& worker, const Task* front, std::string& why);
  [[nodiscard]] bool take(Worker& worker, process::Message message);
  [[nodiscard]] bool answer(Worker& worker, const process::Message& message) const;
  [[nodiscard]] bool is_over_time(Worker& worker, const Task* front, double seconds, std::string& why) const;
  [[nodiscard]] bool is_over_time(const Task& task) const;
  // The task and its current message.
  [[nodiscard]] static std::uint64_t current_message(const Worker& worker);
  // Seconds of processor time that the worker has used for that message.
  [[nodiscard]] static double cpu_of_message(const Worker& worker);
  static void note_times(Worker& worker, const Task* front, double seconds);
  [[nodiscard]] std::string why_over_cpu(const Worker& worker) const;
  // Ends the workers for which `has_failed` returns true. It sets `why` unless the worker has died.
  void end_if(const std::function<bool(Worker& worker, std::string& why)>& has_failed);
  void forward_errors(process::Child& child) const;
  // `why` is empty if the worker has died.
  void reap(std::size_t index, std::string why);
  void on_worker_death(const Worker& worker, int status, std::string why);
  // Lets the next worker skip the document or message of which the worker has died. Returns false if it was
  // to skip this already.
  [[nodiscard]] bool skip_current(const Worker& worker, std::uint64_t at, std::string why);

  const std::size_t most_;
  const Limits& limits_;
  const CpuBudget cpu_;
  const Body body_;
  const Listener listener_;
  std::vector<std::unique_ptr<Worker>> workers_;
  late::Modules modules_ = 0;         // those that workers have lacked
  std::uint64_t slow_documents_ = 0;  // documents that took too long
  Watch watch_;
  double unwatched_ = 0;  // seconds
};

}  // namespace mimebase::run
