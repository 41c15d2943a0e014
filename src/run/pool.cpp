#include "run/pool.h"

#include <pthread.h>
#include <sys/mman.h>

#include <algorithm>
#include <exception>
#include <new>
#include <thread>
#include <utility>

namespace mimebase::run {
namespace {

// Of messages that wait for a worker, unless one alone is longer.
constexpr std::size_t kMostWaiting = std::size_t{8} << 20;
// Of rows that wait to be collected.
constexpr std::size_t kMostHeld = std::size_t{8} << 20;
// Mail can make of GMime's recursion less than 1 MB (walk/gmime_input.h); sanitizers make frames longer.
constexpr std::size_t kStackBytes = std::size_t{4} << 20;

// More threads than this have nothing to do but to take memory.
std::size_t most_threads() {
  return std::max<std::size_t>(16, std::size_t{8} * std::thread::hardware_concurrency());
}

std::size_t bytes_of(const Batch& batch) {
  std::size_t bytes = 0;
  for (const Record& record : batch.records()) bytes += record.bytes.size();
  return bytes;
}

// Room for the memory of a thread, held until all of them have started: an allocator may well crash in a
// thread that finds none at all.
class Room {
 public:
  Room() : start_(mmap(nullptr, kSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  ~Room() {
    if (is_there()) munmap(start_, kSize);
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  [[nodiscard]] bool is_there() const { return start_ != MAP_FAILED; }

 private:
  static constexpr std::size_t kSize = std::size_t{64} << 20;
  void* start_;
};

// Holds the collector's turn, and leaves it with the lock held, also where something was thrown.
class Collecting {
 public:
  Collecting(bool& flag, std::unique_lock<std::mutex>& lock) : flag_(flag), lock_(lock) { flag_ = true; }
  ~Collecting() {
    if (!lock_.owns_lock()) lock_.lock();
    flag_ = false;
  }
  Collecting(const Collecting&) = delete;
  Collecting& operator=(const Collecting&) = delete;

 private:
  bool& flag_;
  std::unique_lock<std::mutex>& lock_;
};

}  // namespace

// Its stack has a size of ours, which std::thread cannot have: what is given to libraries that recurse is
// bounded to fit into it, whatever the system's default is (128 kB in places).
struct Pool::Thread {
  Thread(Pool& pool_in, std::unique_ptr<BatchWorker> given)
      : pool(pool_in), index(pool_in.threads_.size()), worker(std::move(given)) {}

  Pool& pool;
  const std::size_t index;
  const std::unique_ptr<BatchWorker> worker;
  pthread_t id = {};

  // False where the system has no thread to give.
  [[nodiscard]] bool start() {
    const auto call = [](void* self) -> void* {
      Thread& thread = *static_cast<Thread*>(self);
      thread.pool.run(thread.index, *thread.worker);
      return nullptr;
    };
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) return false;
    const bool started = pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
                         pthread_create(&id, &attributes, call, this) == 0;
    pthread_attr_destroy(&attributes);
    return started;
  }
};

Pool::Pool(Command command, const RunOptions& options, Collector& collector)
    : Pool(command, options, collector, [&] { return analysis_of(command, options.analyze); }) {}

Pool::Pool(Command command, const RunOptions& options, Collector& collector, const MakeAnalysis& make)
    : Pool(options.workers, collector, [&] { return std::make_unique<Worker>(command, options, make()); }) {}

Pool::Pool(unsigned workers, Collector& collector, const MakeWorker& make)
    : collector_(collector), worker_(make()) {
  if (workers > 1) start_threads(workers, make);
}

void Pool::start_threads(unsigned workers, const MakeWorker& make) {
  const std::size_t count = std::min<std::size_t>(workers, most_threads());
  wanted_ = count;
  std::vector<std::unique_ptr<Room>> rooms;
  threads_.reserve(count);
  // Where no more threads are to be had, those that are there would find no memory to work with.
  const auto start_one = [&] {
    rooms.push_back(std::make_unique<Room>());
    auto thread = std::make_unique<Thread>(*this, make());
    if (!rooms.back()->is_there() || !thread->start()) return false;
    threads_.push_back(std::move(thread));
    return true;
  };
  try {
    while (threads_.size() < count && start_one()) continue;
  } catch (const std::bad_alloc&) {
    // As where the system has no more: the threads that run need this pool.
  }
  if (threads_.size() < count) end_threads(threads_.size() / 2);
}

// All but so many.
void Pool::end_threads(std::size_t wanted) {
  {
    const std::lock_guard lock(mutex_);
    wanted_ = wanted;
  }
  changed_.notify_all();
  for (; threads_.size() > wanted; threads_.pop_back()) pthread_join(threads_.back()->id, nullptr);
}

Pool::~Pool() {
  end_threads(0);
}

void Pool::wait_for_room() {
  if (threads_.empty()) return;
  Lock lock(mutex_);
  changed_.wait(lock, [this] { return broken_ || waiting_.empty() || waiting_bytes_ < kMostWaiting; });
}

void Pool::submit(Job job) {
  if (threads_.empty()) {
    collector_.begin_batch(job.ended);
    // The analysis would take what is thrown here for a fault of the message at hand.
    worker_->work(job.batch,
                  [this](Piece piece, bool) {
                    try {
                      collector_.take(std::move(piece));
                    } catch (const std::bad_alloc&) {
                      collector_.fail({Error::Code::kUnwritable, "out of memory"});
                    }
                  },
                  {.before = job.before});
    collector_.end_batch(job.ended, job.problems);
    failed_ = collector_.failed();
    return;
  }
  const std::lock_guard lock(mutex_);
  waiting_bytes_ += bytes_of(job.batch);
  waiting_.push(std::move(job));
  changed_.notify_all();
}

Result<void> Pool::drain() {
  Lock lock(mutex_);
  changed_.wait(lock, [this] { return broken_ ? !collecting_ : waiting_.empty() && collected_ == taken_; });
  return broken_ ? Result<void>(*broken_) : Result<void>();
}

void Pool::run(std::size_t index, BatchWorker& worker) {
  try {
    work_on_jobs(index, worker);
  } catch (const std::exception& exception) {
    const std::lock_guard lock(mutex_);
    give_up(exception);
  }
}

void Pool::give_up(const std::exception& exception) {
  const bool is_memory = dynamic_cast<const std::bad_alloc*>(&exception) != nullptr;
  broken_.emplace(Error{Error::Code::kUnwritable, is_memory ? "out of memory" : exception.what()});
  failed_ = true;
  changed_.notify_all();
}

void Pool::work_on_jobs(std::size_t index, BatchWorker& worker) {
  Lock lock(mutex_);
  while (true) {
    // However much is held, the batch whose turn it is must have a worker.
    changed_.wait(lock, [&] {
      return index >= wanted_ || broken_ ||
             (!waiting_.empty() && (held_bytes_ < kMostHeld || taken_ == collected_));
    });
    if (index >= wanted_ || broken_) return;
    Job job = std::move(waiting_.front());
    waiting_.pop();
    waiting_bytes_ -= bytes_of(job.batch);
    const std::uint64_t number = taken_++;
    held_.try_emplace(number, Held{std::move(job.ended), std::move(job.problems)});
    changed_.notify_all();
    lock.unlock();
    worker.work(job.batch, [&](Piece piece, bool is_last) { deliver(number, std::move(piece), is_last); },
                {.before = job.before});
    lock.lock();
  }
}

void Pool::deliver(std::uint64_t number, Piece piece, bool is_last) {
  Lock lock(mutex_);
  if (broken_) return;
  Held& held = held_.at(number);
  held_bytes_ += piece.bytes;
  held.pieces.push_back(std::move(piece));
  held.is_whole = is_last;
  try {
    collect(lock);
  } catch (const std::exception& exception) {
    return give_up(exception);  // the analysis would take it for a fault of the message at hand
  }
  if (is_last) return;
  changed_.wait(lock, [&] {
    return broken_ || held_bytes_ < kMostHeld || (number == collected_ && held.pieces.empty());
  });
}

// One thread at a time writes what is next; meanwhile the others, which do not need the collector, work on.
void Pool::collect(Lock& lock) {
  if (collecting_) return;
  const Collecting collecting(collecting_, lock);
  while (!held_.empty() && held_.begin()->first == collected_) {
    Held& next = held_.begin()->second;
    const bool is_whole = next.is_whole;
    std::vector<Piece> pieces = std::exchange(next.pieces, {});
    if (pieces.empty()) break;
    lock.unlock();
    if (!std::exchange(next.is_begun, true)) collector_.begin_batch(next.ended);
    std::size_t bytes = 0;
    for (Piece& piece : pieces) {
      bytes += piece.bytes;
      collector_.take(std::move(piece));
    }
    pieces.clear();
    if (is_whole) collector_.end_batch(next.ended, next.problems);
    lock.lock();
    failed_ = collector_.failed();
    held_bytes_ -= bytes;
    if (is_whole) {
      held_.erase(held_.begin());
      ++collected_;
    }
    changed_.notify_all();
  }
}

}  // namespace mimebase::run
