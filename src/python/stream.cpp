#include "python/stream.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <new>
#include <utility>

#include "python/source.h"
#include "python/summing.h"
#include "python/worker.h"

namespace mimebase::python {
namespace {

// Of pieces that nobody has taken yet.
constexpr std::size_t kMostHeld = std::size_t{8} << 20;
// Mail can make of GMime's recursion less than 1 MB, whatever the system gives to a thread.
constexpr std::size_t kStackBytes = std::size_t{4} << 20;
// Until a thread that does not end is left to itself.
constexpr std::chrono::seconds kMostWaiting(10);

// The rows are not wanted any more.
struct Stopped : std::exception {
  [[nodiscard]] const char* what() const noexcept override { return "stopped"; }
};

// Behind such a batch there will be more: one message needs no second thread.
bool is_full(const std::optional<Batch>& batch) {
  std::size_t bytes = 0;
  if (batch) {
    for (const Record& record : batch->records()) bytes += record.bytes.size();
  }
  return bytes >= InputOptions().batch_bytes / 2;
}

// Nothing where the system has no thread to give.
template <typename Run>
std::optional<pthread_t> thread_of(Run run) {
  auto owned = std::make_unique<Run>(std::move(run));
  const auto call = [](void* given) -> void* {
    (*std::unique_ptr<Run>(static_cast<Run*>(given)))();
    return nullptr;
  };
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return std::nullopt;
  pthread_t id = {};
  const bool started = pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
                       pthread_create(&id, &attributes, call, owned.get()) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return std::nullopt;
  static_cast<void>(owned.release());  // the thread's
  return id;
}

bool sums(const RowsWanted& rows) {
  return rows.unique || rows.summary;
}

}  // namespace

Shape Request::shape() const {
  if (command == Command::kLinks) return rows.unique ? Shape::kUniqueLink : Shape::kLink;
  if (command == Command::kTree) return Shape::kEntity;
  return rows.summary ? Shape::kSummary : Shape::kDiagnostic;
}

// What the threads share. It lives as long as any of them.
class Stream::State : public std::enable_shared_from_this<State> {
 public:
  explicit State(Request request)
      : request_(std::move(request)), source_(std::exchange(request_.inputs, {}), request_.options.input) {
    if (sums(request_.rows)) summing_.emplace(request_.shape());
  }

  [[nodiscard]] Result<std::optional<Piece>> next(std::chrono::milliseconds most);
  [[nodiscard]] bool at_end() const { return given_all_; }
  void stop();

 private:
  using Lock = std::unique_lock<std::mutex>;
  struct Job {
    std::size_t number = 0;
    Step step;
  };
  // What was made of one step so far, and not taken.
  struct Held {
    std::deque<Piece> pieces = {};
    bool is_whole = false;
  };

  void start_thread();
  void run();
  void work();
  [[nodiscard]] std::optional<Job> take_job();
  void deliver(std::size_t number, Piece piece, bool is_last);
  void fail(Error error);
  [[nodiscard]] bool may_go_on(std::size_t number) const {
    return stopped_ || held_bytes_ < kMostHeld || number == turn_;
  }
  [[nodiscard]] std::optional<Piece> take_piece();
  [[nodiscard]] std::optional<Piece> take_sum(std::optional<Piece> piece);

  Request request_;
  std::optional<Summing> summing_;

  std::mutex reading_;  // before `mutex_`
  Source source_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> stopped_ = false;
  std::vector<pthread_t> threads_;
  std::size_t running_ = 0;           // threads
  std::size_t next_ = 0;              // the number of the next step
  std::size_t turn_ = 0;              // of that whose pieces are next
  std::map<std::size_t, Held> held_;  // by their numbers
  std::size_t held_bytes_ = 0;
  bool read_all_ = false;
  std::atomic<bool> given_all_ = false;
  std::optional<Error> failed_;
};

// With the lock held.
void Stream::State::start_thread() {
  const auto id = thread_of([state = shared_from_this()] { state->run(); });
  if (!id && running_ == 0) {
    failed_ = Error{Error::Code::kReadError, "cannot start a thread"};
  } else if (id) {  // else those that run do all
    threads_.push_back(*id);
    ++running_;
  }
}

void Stream::State::run() {
  try {
    work();
  } catch (const Stopped&) {
    // As it should be.
  } catch (const std::bad_alloc&) {
    fail({Error::Code::kReadError, "out of memory"});
  } catch (const std::exception& thrown) {
    fail({Error::Code::kReadError, thrown.what()});
  }
  const Lock lock(mutex_);
  --running_;
  changed_.notify_all();
}

void Stream::State::fail(Error error) {
  const Lock lock(mutex_);
  if (!failed_) failed_ = std::move(error);
  stopped_ = true;
  changed_.notify_all();
}

void Stream::State::work() {
  std::size_t number = 0;
  Worker worker(request_, [&](Piece piece) { deliver(number, std::move(piece), false); });
  while (std::optional<Job> job = take_job()) {
    number = job->number;
    if (job->step.batch) {
      for (const Record& record : job->step.batch->records()) {
        if (stopped_) throw Stopped();
        worker.add(record);
      }
    }
    for (const Error& problem : job->step.problems) worker.add(problem, job->step.source);
    deliver(number, worker.take(), true);
  }
}

// Whoever has nothing to do reads on, one at a time.
std::optional<Stream::State::Job> Stream::State::take_job() {
  const std::lock_guard reading(reading_);
  {
    Lock lock(mutex_);
    changed_.wait(lock, [this] { return may_go_on(next_); });
    if (stopped_ || read_all_) return std::nullopt;
  }
  Result<std::optional<Step>> step = source_.next();
  if (!step) fail(step.error());
  const Lock lock(mutex_);
  if (stopped_) return std::nullopt;
  if (!*step) {
    read_all_ = true;
    changed_.notify_all();
    return std::nullopt;
  }
  held_.try_emplace(next_);
  if (is_full((*step)->batch) && threads_.size() < request_.options.workers) start_thread();
  return Job{next_++, std::move(**step)};
}

void Stream::State::deliver(std::size_t number, Piece piece, bool is_last) {
  Lock lock(mutex_);
  Held& held = held_.at(number);
  held_bytes_ += piece.size_bytes();
  held.pieces.push_back(std::move(piece));
  held.is_whole = is_last;
  changed_.notify_all();
  if (is_last) return;
  changed_.wait(lock, [&] { return may_go_on(number); });
  changed_.wait(lock, [&] { return stopped_ || held_bytes_ < kMostHeld || held.pieces.empty(); });
  if (stopped_) throw Stopped();
}

// With the lock held.
std::optional<Piece> Stream::State::take_piece() {
  while (!held_.empty() && held_.begin()->first == turn_) {
    Held& held = held_.begin()->second;
    if (!held.pieces.empty()) {
      Piece piece = std::move(held.pieces.front());
      held.pieces.pop_front();
      held_bytes_ -= piece.size_bytes();
      changed_.notify_all();
      return piece;
    }
    if (!held.is_whole) return std::nullopt;
    held_.erase(held_.begin());
    ++turn_;
    changed_.notify_all();
  }
  return std::nullopt;
}

// Rows that stand for many come in the end; until then there are problems to be told.
std::optional<Piece> Stream::State::take_sum(std::optional<Piece> piece) {
  if (!piece) return piece;
  summing_->add(*piece);
  Piece rest;
  rest.width = piece->width;
  rest.problems = std::move(piece->problems);
  rest.messages = piece->messages;
  return rest;
}

Result<std::optional<Piece>> Stream::State::next(std::chrono::milliseconds most) {
  Lock lock(mutex_);
  if (threads_.empty() && !stopped_) start_thread();
  std::optional<Piece> piece;
  const auto is_done = [this] { return failed_ || stopped_ || (read_all_ && turn_ == next_); };
  changed_.wait_for(lock, most, [&] { return (piece = take_piece()).has_value() || is_done(); });
  if (failed_) return *failed_;
  const bool at_end = !piece && is_done();
  lock.unlock();
  if (summing_ && !given_all_) piece = at_end ? std::optional(summing_->take()) : take_sum(std::move(piece));
  if (at_end) given_all_ = true;
  return piece;
}

void Stream::State::stop() {
  stopped_ = true;
  Lock lock(mutex_);
  changed_.notify_all();
  const bool ended = changed_.wait_for(lock, kMostWaiting, [this] { return running_ == 0; });
  const std::vector<pthread_t> threads = std::exchange(threads_, {});
  lock.unlock();
  for (const pthread_t thread : threads) ended ? pthread_join(thread, nullptr) : pthread_detach(thread);
}

Stream::Stream(Request request) : state_(std::make_shared<State>(std::move(request))) {}
Stream::~Stream() {
  state_->stop();
}

Result<std::optional<Piece>> Stream::next(std::chrono::milliseconds most) {
  return state_->next(most);
}
bool Stream::at_end() const {
  return state_->at_end();
}

}  // namespace mimebase::python
