// Batches to threads, and their results in order to the collector.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <vector>

#include "mimebase/input.h"
#include "mimebase/run.h"
#include "run/collector.h"
#include "run/worker.h"

namespace mimebase::run {

// A batch to work on, and what is told with its rows: sources that ended, `problems` on the way to it.
struct Job {
  Batch batch;
  EndedSources ended;
  std::vector<Error> problems;
  std::uint64_t before = 0;  // messages of the input before it
};

// Memory stays flat: there is a bound on what waits to be worked on, and on what waits to be collected. A
// worker that would exceed it waits for its turn, and what it makes in its turn goes straight to the
// collector: so a message of any number of rows needs no more memory than another.
class Pool {
 public:
  // `options` and `collector` must outlive the pool. With one worker there is no thread: submit() does it.
  // Nor where none can be started: the system may have fewer than are asked for.
  Pool(Command command, const RunOptions& options, Collector& collector);
  // With analyses of the caller's, one for each worker, for tests.
  using MakeAnalysis = std::function<Worker::Analysis()>;
  Pool(Command command, const RunOptions& options, Collector& collector, const MakeAnalysis& make);
  using MakeWorker = std::function<std::unique_ptr<BatchWorker>()>;
  Pool(unsigned workers, Collector& collector, const MakeWorker& make);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  // Waits until there is room for another batch. To be called before that is read.
  void wait_for_room();
  void submit(Job job);
  // Waits until everything submitted was collected. Fails (kUnwritable) where a thread could not go on, for
  // want of memory: then nothing more is collected.
  [[nodiscard]] Result<void> drain();
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  struct Thread;
  // What was made of one batch so far, and not collected.
  struct Held {
    EndedSources ended;
    std::vector<Error> problems;
    std::vector<Piece> pieces = {};
    bool is_begun = false;  // told to the collector
    bool is_whole = false;
  };
  using Lock = std::unique_lock<std::mutex>;

  void start_threads(unsigned workers, const MakeWorker& make);
  void end_threads(std::size_t wanted);
  void run(std::size_t index, BatchWorker& worker);
  void work_on_jobs(std::size_t index, BatchWorker& worker);
  void deliver(std::uint64_t number, Piece piece, bool is_last);
  // Ends the run, for what a thread met outside of a message. With the lock held.
  void give_up(const std::exception& exception);
  void collect(Lock& lock);

  Collector& collector_;
  std::atomic<bool> failed_ = false;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<Job> waiting_;
  std::size_t waiting_bytes_ = 0;  // of the messages in `waiting_`
  std::uint64_t taken_ = 0;        // the number of the next batch in `waiting_`
  std::map<std::uint64_t, Held> held_;
  std::size_t held_bytes_ = 0;   // of the pieces in `held_`
  std::uint64_t collected_ = 0;  // the number of the batch whose turn it is
  bool collecting_ = false;
  std::size_t wanted_ = 0;       // threads with a number from here on end
  std::optional<Error> broken_;  // why a thread ended before

  std::unique_ptr<BatchWorker> worker_;  // of the caller's thread, where there are no others
  std::vector<std::unique_ptr<Thread>> threads_;
};

}  // namespace mimebase::run
