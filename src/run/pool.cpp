#include "run/pool.h"

#include <algorithm>
#include <optional>

namespace mimebase::run {
namespace {

// Of messages that wait for a worker, unless one alone is longer.
constexpr std::size_t kMostWaiting = std::size_t{8} << 20;
// Of rows that wait to be collected.
constexpr std::size_t kMostHeld = std::size_t{8} << 20;

std::size_t bytes_of(const Batch& batch) {
  std::size_t bytes = 0;
  for (const Record& record : batch.records()) bytes += record.bytes.size();
  return bytes;
}

}  // namespace

Pool::Pool(Command command, const RunOptions& options, Collector& collector) : collector_(collector) {
  const unsigned count = std::max(options.workers, 1U);
  for (unsigned i = 0; i < count; ++i) workers_.push_back(std::make_unique<Worker>(command, options));
  if (count == 1) return;
  for (const auto& worker : workers_) {
    std::optional<Thread> thread = Thread::start([this, &worker] { run(*worker); });
    if (!thread) break;  // those there are do the work, and be it this one alone
    threads_.push_back(std::move(*thread));
  }
}

Pool::~Pool() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (Thread& thread : threads_) thread.join();
}

void Pool::wait_for_room() {
  if (threads_.empty()) return;
  Lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.empty() || waiting_bytes_ < kMostWaiting; });
}

void Pool::submit(Batch batch, SourceDigests::Ended ended, std::vector<Error> problems) {
  Job job{std::move(batch), std::move(ended), std::move(problems)};
  if (threads_.empty()) {
    work(*workers_.front(), job, [this](Piece piece, bool) {
      collector_.take(std::move(piece));
      failed_ = collector_.failed();
    });
    return;
  }
  const std::lock_guard lock(mutex_);
  waiting_bytes_ += bytes_of(job.batch);
  waiting_.push(std::move(job));
  changed_.notify_all();
}

void Pool::work(Worker& worker, Job& job, const Worker::Deliver& deliver) {
  worker.work(job.batch, [&](Piece piece, bool is_last) {
    piece.ended_before = std::exchange(job.ended.before, std::nullopt);
    if (is_last) {
      piece.ended_within = std::move(job.ended.within);
      piece.unreadable = std::move(job.problems);
    }
    deliver(std::move(piece), is_last);
  });
}

void Pool::drain() {
  Lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_.empty() && collected_ == taken_; });
}

void Pool::run(Worker& worker) {
  Lock lock(mutex_);
  while (true) {
    // However much is held, the batch whose turn it is must have a worker.
    changed_.wait(lock, [this] {
      return closing_ || (!waiting_.empty() && (held_bytes_ < kMostHeld || taken_ == collected_));
    });
    if (closing_) return;
    Job job = std::move(waiting_.front());
    waiting_.pop();
    waiting_bytes_ -= bytes_of(job.batch);
    const std::uint64_t number = taken_++;
    changed_.notify_all();
    lock.unlock();
    work(worker, job, [&](Piece piece, bool is_last) { deliver(number, std::move(piece), is_last); });
    lock.lock();
  }
}

void Pool::deliver(std::uint64_t number, Piece piece, bool is_last) {
  Lock lock(mutex_);
  Held& held = held_[number];
  held_bytes_ += piece.bytes;
  held.pieces.push_back(std::move(piece));
  held.is_whole = is_last;
  collect(lock);
  if (is_last) return;
  changed_.wait(lock,
                [&] { return held_bytes_ < kMostHeld || (number == collected_ && held.pieces.empty()); });
}

// One thread at a time writes what is next; meanwhile the others, which do not need the collector, work on.
void Pool::collect(Lock& lock) {
  if (collecting_) return;
  collecting_ = true;
  while (!held_.empty() && held_.begin()->first == collected_) {
    Held& next = held_.begin()->second;
    const bool is_whole = next.is_whole;
    std::vector<Piece> pieces = std::exchange(next.pieces, {});
    if (pieces.empty() && !is_whole) break;
    lock.unlock();
    std::size_t bytes = 0;
    for (Piece& piece : pieces) {
      bytes += piece.bytes;
      collector_.take(std::move(piece));
    }
    pieces.clear();
    lock.lock();
    failed_ = collector_.failed();
    held_bytes_ -= bytes;
    if (is_whole) {
      held_.erase(held_.begin());
      ++collected_;
    }
    changed_.notify_all();
  }
  collecting_ = false;
}

}  // namespace mimebase::run
