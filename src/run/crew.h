// The worker processes of a run, seen from the run's own process: who works on what, and what became of it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/limits.h"
#include "process/channel.h"
#include "process/child.h"
#include "run/piece.h"
#include "run/wire.h"

namespace mimebase::run {

// Something to work on, its results as far as they are there, and what is told with them. Tasks are made in
// the order of the input.
struct Task {
  struct Result {
    Piece piece;
    std::uint64_t worker = 0;  // who made it
    std::uint64_t size = 0;    // as it came
  };

  Assignment job;
  process::Descriptor file;  // what is sent with it: an mbox's, or a batch's memory
  EndedSources ended = {};
  std::vector<Error> problems = {};
  std::deque<Result> results = {};
  bool is_begun = false;  // told to the collector
  bool is_whole = false;  // nothing follows its results
  std::size_t bytes = 0;  // of its file, where that is a batch's memory
  unsigned deaths = 0;    // of workers, that no message is named for
};

class Crew {
 public:
  // What is told of tasks, in any order.
  struct Listener {
    std::function<void(Task& task, Split split)> on_split;
    std::function<void(Task& task)> on_result;
    // A worker has died on it: it is to be given to another one. With `why` where it cannot be done at all.
    std::function<void(Task& task, const std::string& why)> on_death;
  };
  // In a worker process: it loads what it needs, with `all_charsets` also rare ones, and enters the sandbox.
  using Body = std::function<void(process::Channel& channel, process::Status& status, bool all_charsets)>;

  Crew(std::size_t most, const Limits& limits, Body body, Listener listener);

  // Has a worker that has nothing to do, or can start one.
  [[nodiscard]] bool has_room() const { return free_worker() != nullptr || workers_.size() < most_; }
  // Gives a task to a worker that has none. False where none can be started (errno).
  [[nodiscard]] bool give(Task& task);
  // So many bytes of this worker's pieces are taken.
  void take(const Task::Result& result);
  // Starts one worker, if there is none yet. False where that cannot be (errno).
  [[nodiscard]] bool begin();

  // Nobody works on anything.
  [[nodiscard]] bool is_idle() const;
  // Ends those that work.
  void stop();

  // For poll(): what to wait for.
  void add_descriptors(std::vector<int>& descriptors) const;
  // Reads what the workers have sent, and sees after them. Calls the listener.
  void listen();

 private:
  struct Worker {
    std::uint64_t number = 0;
    std::unique_ptr<process::Child> child = {};
    bool has_all_charsets = false;
    Task* task = nullptr;
    std::uint64_t source = 0;   // whose file it has
    std::uint64_t watched = 0;  // the message at hand when it was last seen after; with all tasks
    std::uint64_t given = 0;    // tasks
    double cpu_before = 0;      // that message
  };

  [[nodiscard]] Worker* free_worker() const;
  [[nodiscard]] Worker* start();
  // False where it has died or sent nonsense.
  [[nodiscard]] bool listen_to(Worker& worker, std::string& why);
  [[nodiscard]] bool receive(Worker& worker, process::Message& message);
  // `why` is empty where it has died by itself.
  void bury(std::size_t index, std::string why);
  void mourn(const Worker& worker, int status, std::string why);
  [[nodiscard]] bool is_over_time(Worker& worker) const;

  const std::size_t most_;
  const std::uint64_t cpu_seconds_;
  const Body body_;
  const Listener listener_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::uint64_t started_ = 0;
  bool all_charsets_ = false;  // a worker has ended for want of one
  std::chrono::steady_clock::time_point watched_at_ = {};
};

}  // namespace mimebase::run
