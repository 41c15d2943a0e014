#include "run/processes/crew.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <limits>
#include <utility>

namespace mimebase::run {
namespace {

// Interval of the checks for time limits.
constexpr double kWatchSeconds = 0.1;
// The messages of a batch together may take this multiple of the time limit for one of them. Usually a whole
// batch takes less than a second.
constexpr double kBatchLimits = 20;
// A worker that dies outside of any message may have been killed by others, so its task is reassigned at most
// this many times.
constexpr unsigned kMaxTaskDeaths = 3;
constexpr std::uint64_t kMaxEntity = std::numeric_limits<int>::max();
// A worker ahead of its turn is paused once it has sent this many bytes.
constexpr std::uint64_t kMaxUnreadBytes = std::uint64_t{4} << 20;
// Maximum number of messages to receive from a worker before the next worker is served.
constexpr int kMaxFromWorkerAtOnce = 8;

// Why a document has less time than others.
std::string after(std::uint64_t slow_documents) {
  if (slow_documents == 0) return {};
  return fmt::format(", the limit after {} slow document{}", slow_documents, slow_documents > 1 ? "s" : "");
}

constexpr const char* kNoTimeLeft = "no time is left for the documents of this message";

std::string reason(process::Child& child) {
  const int status = child.end();
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
    return "its process made a forbidden system call (SIGSYS)";
  return "its process " + child.how_it_ended();
}

// The module for lack of which a worker has ended; 0 if it has ended for another reason.
late::Modules needed_modules(int status) {
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) - process::Child::kExitNeeds : 0;
  return code > 0 ? static_cast<late::Modules>(code) & late::kAllModules : 0;
}

}  // namespace

Crew::Crew(std::size_t most, const Limits& limits, Body body, Listener listener)
    : most_(std::max<std::size_t>(most, 1)),
      limits_(limits),
      cpu_(limits.cpu_seconds),
      body_(std::move(body)),
      listener_(std::move(listener)) {}

Crew::Worker* Crew::free_worker() const {
  const auto found =
      std::find_if(workers_.begin(), workers_.end(), [](const auto& each) { return each->task == nullptr; });
  return found != workers_.end() ? found->get() : nullptr;
}

Crew::Worker* Crew::start() {
  auto child = process::Child::start(
      [this](process::Channel& channel, process::Status& status) { body_(channel, status, modules_); });
  if (!child) return nullptr;
  workers_.push_back(std::make_unique<Worker>(Worker{std::move(child), modules_}));
  return workers_.back().get();
}

bool Crew::begin() {
  return !workers_.empty() || start() != nullptr;
}

bool Crew::give(Task& task, std::uint64_t file_bytes) {
  Worker* worker = free_worker();
  if (worker == nullptr) worker = start();
  if (worker == nullptr) return false;
  std::vector<process::Descriptor> files;
  if (task.job.source != 0 && worker->source != task.job.source) {
    files.push_back(process::reopened(task.file));
    worker->source = task.job.source;
    worker->file_bytes = file_bytes;
  }
  worker->task = &task;
  worker->protocol =
      std::make_unique<TaskProtocol>(task, limits_, listener_.accepts, listener_.sign != nullptr);
  ++worker->given;
  worker->seconds = 0;
  worker->child->connection().send(MessageKind::kJob, written(task.job), task.batch, std::move(files));
  return true;
}

bool Crew::is_idle() const {
  return std::all_of(workers_.begin(), workers_.end(),
                     [](const auto& each) { return each->task == nullptr; });
}

bool Crew::is_stuck(const Task* front) const {
  return std::all_of(workers_.begin(), workers_.end(),
                     [front](const auto& each) { return each->task == nullptr || is_paused(*each, front); });
}

void Crew::stop() {
  std::erase_if(workers_, [](const auto& each) { return each->task != nullptr; });
}

bool Crew::is_paused(const Worker& worker, const Task* front) {
  return worker.task != nullptr && worker.task != front &&
         worker.task->result_bytes + worker.child->connection().pending_bytes() >= kMaxUnreadBytes;
}

void Crew::add_descriptors(const Task* front, std::vector<pollfd>& descriptors) const {
  for (const auto& worker : workers_) {
    const int errors = worker->child->errors_descriptor();
    if (errors >= 0) descriptors.push_back({errors, POLLIN, 0});
    if (!is_paused(*worker, front)) descriptors.push_back(worker->child->connection().polled());
  }
}

void Crew::listen(const Task* front) {
  end_if([&](Worker& worker, std::string& why) {
    forward_errors(*worker.child);
    worker.child->connection().flush();
    return !listen_to(worker, front, why);
  });
  unwatched_ += watch_.tick();
  if (unwatched_ < kWatchSeconds) return;
  const double seconds = std::exchange(unwatched_, 0);
  end_if([&](Worker& worker, std::string& why) { return is_over_time(worker, front, seconds, why); });
}

void Crew::end_if(const std::function<bool(Worker& worker, std::string& why)>& has_failed) {
  for (std::size_t i = 0; i < workers_.size();) {
    std::string why;
    if (has_failed(*workers_[i], why)) {
      reap(i, std::move(why));
    } else {
      ++i;
    }
  }
}

bool Crew::listen_to(Worker& worker, const Task* front, std::string& why) {
  const process::Connection::Allows allows =
      [&worker](process::Kind kind) -> std::optional<process::Connection::Bounds> {
    if (worker.task == nullptr) return std::nullopt;
    return worker.protocol->allows(kind);
  };
  for (int i = 0; i < kMaxFromWorkerAtOnce && !is_paused(worker, front); ++i) {
    process::Message message;
    switch (worker.child->connection().receive(allows, message)) {
      case process::Connection::Outcome::kNothing:
        return true;
      case process::Connection::Outcome::kClosed:
        return false;
      case process::Connection::Outcome::kMessage:
        if (take(worker, std::move(message))) break;
        [[fallthrough]];
      case process::Connection::Outcome::kForbidden:
        why = "its process sent something that is not allowed";
        return false;
    }
  }
  return true;
}

bool Crew::take(Worker& worker, process::Message message) {
  Task& task = *worker.task;
  if (message.kind == MessageKind::kSplit) {
    std::optional<SplitReply> split = worker.protocol->split(message, worker.file_bytes);
    if (!split) return false;
    if (split->messages == 0) worker.task = nullptr;
    listener_.on_split(task, std::move(*split));
    return true;
  }
  if (message.kind == MessageKind::kSign) return answer(worker, message);
  std::optional<Error> error;
  const TaskProtocol::Taken taken = worker.protocol->piece(std::move(message), error);
  if (taken == TaskProtocol::Taken::kComplete) worker.task = nullptr;
  if (error) listener_.on_failure(*error);
  return taken != TaskProtocol::Taken::kForbidden;
}

// A worker waits for each answer, so one that asks before it has the last is not an honest one.
bool Crew::answer(Worker& worker, const process::Message& message) const {
  process::Connection& connection = worker.child->connection();
  SignRequest request;
  const TaskProtocol::Asked asked = worker.protocol->ask(message, request);
  if (asked == TaskProtocol::Asked::kForbidden || connection.has_unsent()) return false;
  const bool is_granted = asked == TaskProtocol::Asked::kGranted;
  connection.send(MessageKind::kSigned, written(is_granted ? listener_.sign(request) : SignReply()));
  return true;
}

std::uint64_t Crew::current_message(const Worker& worker) {
  return worker.given << 32 | worker.protocol->highest(worker.child->at());
}

double Crew::cpu_of_message(const Worker& worker) {
  const bool is_known = worker.message == current_message(worker);  // otherwise it began after the last check
  return worker.child->cpu_seconds() - (is_known ? worker.cpu_before : worker.cpu);
}

void Crew::note_times(Worker& worker, const Task* front, double seconds) {
  worker.cpu = worker.child->cpu_seconds();
  const std::uint64_t message = current_message(worker), document = worker.child->inside();
  if (std::exchange(worker.message, message) != message) {
    worker.cpu_before = worker.cpu;
    worker.seconds = 0;
    worker.document = 0;
  }
  if (std::exchange(worker.document, document) != document) worker.cpu_outside = worker.cpu;
  if (is_paused(worker, front)) return;
  worker.seconds += seconds;
  worker.task->seconds += seconds;
}

std::string Crew::why_over_cpu(const Worker& worker) const {
  const auto too_long = [](double seconds) {
    return fmt::format("it takes more than {:g} seconds of processor time", std::round(seconds * 100) / 100);
  };
  const auto before = worker.task->cpu_seconds.find(worker.child->at());
  const double cpu = cpu_of_message(worker) + (before != worker.task->cpu_seconds.end() ? before->second : 0);
  if (worker.document != 0 && worker.cpu - worker.cpu_outside > cpu_.document(slow_documents_))
    return too_long(cpu_.document(slow_documents_)) + after(slow_documents_);
  if (worker.document != 0 && cpu > cpu_.documents()) return kNoTimeLeft;
  return cpu > cpu_.message() ? too_long(cpu_.message()) : std::string();
}

// Returns true if the current message or the batch has taken too long. What the worker sends is no progress:
// one that an attacker controls may send a byte at a time, and one that works sends its results at once.
bool Crew::is_over_time(Worker& worker, const Task* front, double seconds, std::string& why) const {
  if (worker.task == nullptr) return false;
  note_times(worker, front, seconds);
  why = why_over_cpu(worker);
  if (!why.empty()) return true;
  if (worker.seconds > static_cast<double>(limits_.wall_seconds)) {
    why = "its process has made no progress for " + std::to_string(limits_.wall_seconds) + " seconds";
  } else if (is_over_time(*worker.task)) {
    why = "their process takes too long for all of them";
  }
  return !why.empty();
}

bool Crew::is_over_time(const Task& task) const {
  return task.seconds > kBatchLimits * static_cast<double>(limits_.wall_seconds);
}

void Crew::forward_errors(process::Child& child) const {
  const std::string text = child.take_errors();
  if (!text.empty()) listener_.on_errors(text);
}

void Crew::reap(std::size_t index, std::string why) {
  const std::unique_ptr<Worker> worker = std::move(workers_[index]);
  workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(index));
  const int status = worker->child->end();
  forward_errors(*worker->child);
  if (worker->task != nullptr) on_worker_death(*worker, status, std::move(why));
}

void Crew::on_worker_death(const Worker& worker, int status, std::string why) {
  Task& task = *worker.task;
  const std::uint64_t at = worker.child->at();
  const bool is_of_message = at > task.job.start && at <= task.messages;
  if (is_of_message) task.cpu_seconds[at] += cpu_of_message(worker);
  const late::Modules needed = why.empty() ? needed_modules(status) & ~worker.modules : 0;
  if (needed != 0) {
    modules_ |= needed;
    return listener_.on_death(task, {});
  }
  if (why.empty()) why = reason(*worker.child);
  if (is_over_time(task)) return listener_.on_death(task, why);
  if (!(is_of_message && skip_current(worker, at, why)) && ++task.deaths > kMaxTaskDeaths)
    return listener_.on_death(task, why);
  std::erase_if(task.job.skipped, [&task](const auto& each) { return each.index < task.job.start; });
  listener_.on_death(task, {});
}

// Whoever controls the worker can name any document, but each costs the message a part of its time.
bool Crew::skip_current(const Worker& worker, std::uint64_t at, std::string why) {
  Task& task = *worker.task;
  std::vector<BatchRange::Skipped>& skipped = task.job.skipped;
  const auto is_skipped = [&skipped, at](std::uint64_t document) {
    return std::ranges::any_of(skipped, [at, document](const auto& each) {
      return each.index + 1 == at && each.document == document;
    });
  };
  std::uint64_t document = worker.child->inside();
  if (document > kMaxEntity || is_skipped(BatchRange::kAllDocuments)) document = 0;
  double& cpu = task.cpu_seconds[at];
  cpu += std::max(cpu_.restart() - cpu_of_message(worker), 0.0);
  if (is_skipped(0) || is_skipped(document)) return false;
  skipped.push_back({at - 1, document, std::move(why)});
  if (document == 0) return true;
  const bool is_known = document == worker.document;
  if (is_known && worker.child->cpu_seconds() - worker.cpu_outside > cpu_.document(slow_documents_))
    ++slow_documents_;
  const bool has_waited = worker.seconds > static_cast<double>(limits_.wall_seconds);
  if (cpu > cpu_.documents() || has_waited)
    skipped.push_back({at - 1, BatchRange::kAllDocuments, kNoTimeLeft});
  return true;
}

}  // namespace mimebase::run
