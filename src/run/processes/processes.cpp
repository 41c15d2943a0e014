#include "run/processes/processes.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "charset/ready.h"
#include "process/sandbox.h"
#include "run/processes/mbox_part.h"
#include "run/processes/worker_process.h"

namespace mimebase::run {
namespace {

// Maximum size of the batches that wait for a worker, unless a single one is larger.
constexpr std::uint64_t kMaxWaitingBytes = std::uint64_t{8} << 20;
// Smaller files are not split, because the reader already holds most of their bytes.
constexpr std::uint64_t kMinBytesToSplit = std::uint64_t{256} << 10;

// Small enough that all workers finish at about the same time and that the bytes stay in the processor's
// cache, large enough to be worth a request.
std::uint64_t batch_bytes_for(std::uint64_t total, unsigned workers, const InputOptions& options) {
  const std::uint64_t wanted = total / (std::uint64_t{64} * std::max(workers, 1U));
  constexpr std::uint64_t kLeast = std::uint64_t{128} << 10, kMost = std::uint64_t{256} << 10;
  return std::min<std::uint64_t>(std::clamp(wanted, kLeast, kMost), options.batch_bytes);
}

// Returns true if the worker has passed over more bytes than it was given. What it was given it may misreport
// in any case, by leaving out rows.
bool needs_check(const Assignment& part, const SplitReply& found) {
  const std::uint64_t given = part.batch_bytes + kPartSlack;
  return found.next.finished || found.messages == 0 || found.next.offset - part.place.offset >= given;
}

// Answers the requests of workers. Empty without keys.
std::function<SignReply(const SignRequest& request)> signs_for_workers(Signer* signer) {
  if (signer == nullptr) return {};
  return [signer](const SignRequest& request) {
    SignReply reply;
    if (request.verifies) {
      reply.is_right = signer->verify(request.kid, request.text, request.h);
    } else {
      reply.h = signer->sign(request.text);
    }
    return reply;
  };
}

// Bytes that wait for a worker with the task.
std::uint64_t batch_bytes_of(const Task& task) {
  return task.batch ? task.batch->size() : 0;
}

}  // namespace

Processes::Processes(const RunOptions& options, Collector& collector, MakeWorker make)
    : RunReader(options, collector),
      input_options_{options.input, options.analyze.limits},
      intake_(input_options_,
              {[this](const OpenReply& reply) { on_opened(reply); },
               [this](BatchReply reply, std::string batch) { on_batch(std::move(reply), std::move(batch)); },
               [this](const Assignment& part, const SplitReply& found, std::optional<SplitReply> again) {
                 on_check(part, found, std::move(again));
               },
               [this](const std::string& why) {
                 note_loss(why);
                 input_.has_ended = true;
               },
               [this](std::string_view text) { on_errors(text); },
               [this](Error error) { collector_.fail(std::move(error)); }}),
      crew_(options.workers, options.analyze.limits,
            [this, make = std::move(make)](process::Channel& channel, process::Status& status,
                                           late::Modules modules) {
              const std::unique_ptr<BatchWorker> worker = make();
              late::load(modules);
              late::close(charset::make_ready(modules), [](late::Module missing) {
                _exit(process::Child::kExitNeeds + static_cast<int>(missing));
              });
              process::enter_sandbox({options_.analyze.limits.memory_bytes, 0, kOpenFiles});
              run_worker_process(input_options_, *worker, channel, status);
            },
            {[this](Task& task, SplitReply split) { on_split(task, std::move(split)); },
             [this](Task& task, const std::string& why) { on_death(task, why); },
             [this](std::string_view text) { on_errors(text); },
             [this](Error error) { collector_.fail(std::move(error)); },
             [this](const Piece& piece) { return collector_.destination().accepts(piece); },
             signs_for_workers(collector.destination().signer())}) {}

void Processes::open(const RowInput& input) {
  input_ = {};
  input_.path = input_name(input);
  begin_progress();
  const Result<bool> opened =
      intake_.open(input, collector_.wants_sources() ? std::optional(collector_.destination().known_source())
                                                     : std::nullopt);
  if (!opened) input_.refused = opened.error();
  input_.has_ended = opened && !*opened;
}

bool Processes::goes_on() const {
  return !collector_.failed() && !collector_.destination().is_done() && !input_.refused &&
         !(input_.has_ended && tasks_.empty() && !intake_.is_checking());
}

// Several workers get tasks before results are written, so that they do not wait for the output. A single
// worker takes turns with this process.
bool Processes::step() {
  if (goes_on()) {
    if (options_.workers > 1) hand_out();
    collect();
    if (!collector_.failed()) {
      hand_out();
      if (waiting_.empty() || waiting_bytes_ < kMaxWaitingBytes) intake_.ask();
      collector_.report_problems();
    }
    if (goes_on()) wait();
    return true;
  }
  end_input();
  return false;
}

// Gives every free worker the next task. For an mbox that workers split, this is the next part if its
// beginning is known.
void Processes::hand_out() {
  while (crew_.has_room()) {
    if (waiting_.empty() && input_.place && !input_.has_ended) {
      auto part = std::make_unique<Task>();
      part->job = input_.part;
      part->job.before = found_;
      part->job.place = *std::exchange(input_.place, std::nullopt);
      part->file = intake_.file().descriptor.get();
      part->reaches_end = !options_.input.range;
      part->sources = {name()};
      add_task(std::move(part));
    }
    if (waiting_.empty()) return;
    Task& task = *waiting_.front();
    task.job.keeps_rows = collector_.destination().wants_rows();
    if (!crew_.give(task, input::bytes_to_read(intake_.file()))) {
      if (crew_.is_stuck(front()) && (front() == nullptr || !front()->is_whole))
        collector_.fail(cannot_start());
      return;
    }
    waiting_.pop_front();
    waiting_bytes_ -= std::min(waiting_bytes_, batch_bytes_of(task));
  }
}

void Processes::add_task(std::unique_ptr<Task> task) {
  waiting_bytes_ += batch_bytes_of(*task);
  waiting_.push_back(task.get());
  tasks_.push_back(std::move(task));
}

// Passes on the results of the first task, and of those that follow whole ones. This keeps rows in order.
void Processes::collect() {
  while (!tasks_.empty() && !collector_.failed()) {
    Task& task = *tasks_.front();
    if (!task.results.empty() && !std::exchange(task.is_begun, true))
      collector_.begin_batch(task.ended, std::exchange(task.problems_before, {}));
    for (; !task.results.empty() && !collector_.failed(); task.results.pop_front()) {
      Task::Result& result = task.results.front();
      if (result.before) {
        const auto take = [this](Piece piece) { collector_.take(std::move(piece)); };
        if (Result<void> taken = result.before->each(take); !taken) return collector_.fail(taken.error());
      }
      collector_.take(std::move(result.piece));
      task.result_bytes -= result.bytes;
    }
    if (!task.is_whole) return;
    task.problems.insert(task.problems.begin(), task.problems_before.begin(), task.problems_before.end());
    collector_.end_batch(task.ended, task.problems);
    tasks_.pop_front();
  }
}

void Processes::wait() {
  constexpr int kWatch = 100;  // milliseconds; used while a process is being watched
  std::vector<pollfd> descriptors;
  crew_.add_descriptors(front(), descriptors);
  const bool reads = !input_.has_ended || intake_.is_checking();
  if (reads) intake_.add_descriptors(descriptors);
  crew_.forgive();
  intake_.forgive();
  const bool watches = !crew_.is_idle() || intake_.is_busy();
  poll(descriptors.data(), descriptors.size(), watches ? kWatch : -1);
  crew_.listen(front());
  if (!input_.refused && reads) intake_.listen();
}

void Processes::end_input() {
  if (!tasks_.empty()) {
    waiting_.clear();
    waiting_bytes_ = 0;
    crew_.stop();
    tasks_.clear();
  }
  intake_.close();
  if (!input_.refused) return collector_.end_input(input_.last, input_.problems);
  if (input_.refused->code == Error::Code::kUsage) return collector_.fail(*input_.refused);
  collector_.end_input({}, {*input_.refused});
}

// Lets workers split a large mbox. If a digest is wanted, a single process must read all bytes of the source.
void Processes::on_opened(const OpenReply& reply) {
  input_.refused = reply.error;
  const bool wants_digest =
      collector_.wants_sources() && collector_.destination().known_source() != input_.path;
  if (!reply.mbox || reply.error || wants_digest || reply.total.value_or(0) < kMinBytesToSplit) return;
  intake_.leave_to_workers();
  input_.part.source = ++mboxes_;
  input_.part.path = input_.path;
  input_.part.status = raw(intake_.file().status);
  input_.part.batch_bytes = batch_bytes_for(*reply.total, options_.workers, options_.input);
  input_.place.emplace().number = options_.input.first_message;
}

void Processes::on_batch(BatchReply reply, std::string batch) {
  skipped_files_ += reply.skipped_files - std::min(reply.skipped_files, input_.skipped_files);
  input_.skipped_files = reply.skipped_files;
  skipped_revisits_ += reply.skipped_revisits - std::min(reply.skipped_revisits, input_.skipped_revisits);
  input_.skipped_revisits = reply.skipped_revisits;
  progress(reply.done, reply.messages);
  if (reply.at_end) {
    note(std::move(reply.problems));
    input_.last = std::move(reply.last);
    return end_source();
  }
  auto task = std::make_unique<Task>();
  std::vector<Error>& problems = reply.problems;
  const auto first_after = problems.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(
                                                  reply.problems_before, problems.size()));
  std::vector<Error> after(std::make_move_iterator(first_after), std::make_move_iterator(problems.end()));
  problems.erase(first_after, problems.end());
  note(std::move(problems));
  task->problems_before = std::exchange(input_.problems, {});
  note(std::move(after));
  task->bytes = batch.size();
  task->batch = std::make_shared<const std::string>(std::move(batch));
  task->messages = reply.messages;
  task->sources = std::move(reply.sources);
  task->job.before = found_ - reply.messages;
  task->ended = std::move(reply.ended);
  task->problems = std::exchange(input_.problems, {});
  add_task(std::move(task));
}

void Processes::on_split(Task& task, SplitReply split) {
  if (needs_check(task.job, split)) {
    Assignment part = task.job;
    part.is_split = false;
    intake_.check(std::move(part), split);
  }
  note(std::move(split.problems));
  progress(split.done, split.messages);
  if (!split.next.finished && split.messages > 0) {
    input_.place = split.next;
  } else {
    end_source();
  }
  if (split.messages == 0) {
    task.is_whole = true;
  } else {
    task.problems = std::exchange(input_.problems, {});
  }
}

// Results were passed on by the worker's word. If the reader does not confirm it, messages may be missing.
void Processes::on_check(const Assignment& part, const SplitReply& found, std::optional<SplitReply> again) {
  const bool has_problems = !found.problems.empty() || (again && !again->problems.empty());
  if (again && (agree(found, *again) || has_problems)) return note(std::move(again->problems));
  const std::uint64_t end = found.next.finished ? found.done : found.next.offset;
  note_loss(
      "bytes " + std::to_string(part.place.offset) + " to " + std::to_string(end) + ": " +
      (again ? "another process finds other messages there than the " : "no other process confirms the ") +
      std::to_string(found.messages) + " that were read");
}

void Processes::on_death(Task& task, const std::string& why) {
  if (why.empty()) {
    waiting_.push_front(&task);
    waiting_bytes_ += batch_bytes_of(task);
    return;
  }
  // If a worker has found the messages of this part of an mbox, the others can go on after it.
  const bool is_found = task.job.source == 0 || task.job.is_split;
  const std::string first = std::to_string(task.job.before + task.job.start + 1),
                    last = std::to_string(task.job.before + task.messages);
  note_loss(!is_found       ? why
            : first == last ? "message " + first + " of this input: " + why
                            : "messages " + first + " to " + last + " of this input: " + why);
  for (Error& problem : std::exchange(input_.problems, {})) task.problems.push_back(std::move(problem));
  task.is_whole = true;
  if (!is_found) input_.has_ended = true;
}

// Passes on what processes write to standard error. The code that prints notes escapes it.
void Processes::on_errors(std::string_view text) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.empty() || error_lines_left_ == 0) continue;
    const bool is_last = --error_lines_left_ == 0;
    collector_.note("a process that reads mail reports: " + std::string(line) +
                    (is_last ? " (no further reports are shown)" : ""));
  }
}

// All messages of the input were found.
void Processes::end_source() {
  input_.has_ended = true;
  collector_.destination().found(found_, true);
}

// Several processes may meet the same problem of an mbox; it is reported once.
void Processes::note(std::vector<Error>&& problems) {
  for (Error& problem : problems) {
    if (input_.part.source != 0 && !input_.noted.insert(problem.message).second) continue;
    input_.problems.push_back(std::move(problem));
  }
}

void Processes::note_loss(const std::string& why) {
  note({{Error::Code::kReadError, name() + ": " + why + ": not read in full", name()}});
}

}  // namespace mimebase::run
