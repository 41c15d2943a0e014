#include "run/crew.h"

#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <new>
#include <utility>

#include "run/piece_bytes.h"

namespace mimebase::run {
namespace {

// As often it is seen after the time that messages take.
constexpr std::chrono::milliseconds kWatch(100);
// A worker that dies outside of any message is followed by so many others, for it may have been killed.
constexpr unsigned kMostDeaths = 3;

std::string reason(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
    return "its process asked the system for what is forbidden to it (SIGSYS)";
  return "its process " + process::how_it_ended(status);
}

}  // namespace

Crew::Crew(std::size_t most, const Limits& limits, Body body, Listener listener)
    : most_(std::max<std::size_t>(most, 1)),
      cpu_seconds_(limits.cpu_seconds),
      body_(std::move(body)),
      listener_(std::move(listener)) {}

Crew::Worker* Crew::free_worker() const {
  const auto found =
      std::find_if(workers_.begin(), workers_.end(), [](const auto& each) { return each->task == nullptr; });
  return found != workers_.end() ? found->get() : nullptr;
}

Crew::Worker* Crew::start() {
  auto child = process::Child::start(
      [this](process::Channel& channel, process::Status& status) { body_(channel, status, all_charsets_); });
  if (!child) return nullptr;
  workers_.push_back(std::make_unique<Worker>(Worker{++started_, std::move(child), all_charsets_}));
  return workers_.back().get();
}

bool Crew::begin() {
  return !workers_.empty() || start() != nullptr;
}

bool Crew::give(Task& task) {
  Worker* worker = free_worker();
  if (worker == nullptr) worker = start();
  if (worker == nullptr) return false;
  const bool needs_file = task.job.source == 0 || worker->source != task.job.source;
  const int file = task.file.get();
  worker->task = &task;
  worker->source = task.job.source != 0 ? task.job.source : worker->source;
  ++worker->given;
  // One that cannot be told anything is found dead when it is listened to.
  if (!worker->child->channel().send(static_cast<std::uint32_t>(Say::kJob), written(task.job),
                                     {&file, needs_file ? std::size_t{1} : 0}))
    worker->child->end();
  return true;
}

void Crew::take(const Task::Result& result) {
  const auto worker = std::find_if(workers_.begin(), workers_.end(),
                                   [&](const auto& each) { return each->number == result.worker; });
  if (worker == workers_.end()) return;
  static_cast<void>(
      (*worker)->child->channel().send(static_cast<std::uint32_t>(Say::kTaken), raw(result.size)));
}

bool Crew::is_idle() const {
  return std::all_of(workers_.begin(), workers_.end(),
                     [](const auto& each) { return each->task == nullptr; });
}

void Crew::stop() {
  std::erase_if(workers_, [](const auto& each) { return each->task != nullptr; });
}

void Crew::add_descriptors(std::vector<int>& descriptors) const {
  for (const auto& worker : workers_) descriptors.push_back(worker->child->channel().descriptor());
}

void Crew::listen() {
  const auto now = std::chrono::steady_clock::now();
  const bool watches = now - watched_at_ >= kWatch;
  if (watches) watched_at_ = now;
  for (std::size_t i = 0; i < workers_.size();) {
    std::string why;
    if (!listen_to(*workers_[i], why)) {
      bury(i, std::move(why));
    } else if (watches && is_over_time(*workers_[i])) {
      // What it sent meanwhile is lost, and made again.
      bury(i, "it takes more than " + std::to_string(cpu_seconds_) + " seconds of processor time");
    } else {
      ++i;
    }
  }
}

bool Crew::listen_to(Worker& worker, std::string& why) {
  while (true) {
    std::optional<process::Message> message = worker.child->channel().receive(false);
    if (!message) return errno == EAGAIN || errno == EWOULDBLOCK;
    if (receive(worker, *message)) continue;
    why = "its process gave what is no result";
    return false;
  }
}

bool Crew::receive(Worker& worker, process::Message& message) {
  if (worker.task == nullptr) return false;
  Task& task = *worker.task;
  const std::uint64_t size = message.size();
  const std::optional<std::string> bytes = message.take_bytes();
  if (!bytes) return false;
  if (message.kind() == static_cast<std::uint32_t>(Say::kSplit)) {
    std::optional<Split> split = read_back<Split>(*bytes);
    if (!split || task.job.is_split) return false;
    const bool goes_on = split->next.finished || split->next.offset > task.job.place.offset;
    if (split->messages > 0 && !goes_on) return false;
    task.job.is_split = true;
    if (split->messages == 0) worker.task = nullptr;
    listener_.on_split(task, std::move(*split));
    return true;
  }
  const bool is_last = message.kind() == static_cast<std::uint32_t>(Say::kLastPiece);
  if (!is_last && message.kind() != static_cast<std::uint32_t>(Say::kPiece)) return false;
  std::optional<Piece> piece = piece_of(*bytes);
  if (!piece || piece->done < task.job.start) return false;
  task.job.start = piece->done;
  task.results.push_back({std::move(*piece), worker.number, size});
  task.is_whole = is_last;
  if (is_last) worker.task = nullptr;
  listener_.on_result(task);
  return true;
}

// True where the message at hand has taken too long.
bool Crew::is_over_time(Worker& worker) const {
  if (worker.task == nullptr) return false;
  const std::uint64_t watched = worker.given << 32 | (worker.child->at() & 0xFFFFFFFF);
  const double used = worker.child->cpu_seconds();
  if (worker.watched != watched) {
    worker.watched = watched;
    worker.cpu_before = used;
  }
  return used - worker.cpu_before > static_cast<double>(cpu_seconds_);
}

void Crew::bury(std::size_t index, std::string why) {
  const std::unique_ptr<Worker> worker = std::move(workers_[index]);
  workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(index));
  const int status = worker->child->end();
  if (worker->task != nullptr) mourn(*worker, status, std::move(why));
}

void Crew::mourn(const Worker& worker, int status, std::string why) {
  Task& task = *worker.task;
  if (why.empty() && !worker.has_all_charsets && WIFEXITED(status) &&
      WEXITSTATUS(status) == process::Child::kWish) {
    all_charsets_ = true;
    return listener_.on_death(task, {});
  }
  if (why.empty()) why = reason(status);
  std::vector<Course::PassedOver>& passed_over = task.job.passed_over;
  const std::uint64_t at = worker.child->at();
  const bool is_named = std::any_of(passed_over.begin(), passed_over.end(),
                                    [at](const Course::PassedOver& each) { return each.index + 1 == at; });
  if (at > task.job.start && !is_named) {
    passed_over.push_back({at - 1, std::move(why)});
  } else if (++task.deaths > kMostDeaths) {
    return listener_.on_death(task, why);
  }
  listener_.on_death(task, {});
}

}  // namespace mimebase::run
