#include "run/processes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "charset/ready.h"
#include "input/open.h"
#include "process/sandbox.h"
#include "run/reader_process.h"
#include "run/worker_process.h"
#include "temporary_file.h"

namespace mimebase::run {
namespace {

// Of batches that wait for a worker, unless one alone is longer.
constexpr std::size_t kMostWaiting = std::size_t{8} << 20;
// A reader of a file that dies is followed by so many others, for it may have been killed.
constexpr unsigned kMostDeaths = 3;
// A file that is shorter is read by the reader alone: it has most of it already.
constexpr std::uint64_t kLeastToSplit = std::uint64_t{256} << 10;

Error about(Error error, const std::string& input) {
  if (error.source.empty()) error.source = input;
  return error;
}

// Small enough that all workers end at about the same time, large enough to be worth the asking.
std::uint64_t batch_bytes_for(std::uint64_t total, unsigned workers, const InputOptions& options) {
  const std::uint64_t wanted = total / (std::uint64_t{64} * std::max(workers, 1U));
  return std::min<std::uint64_t>(std::max<std::uint64_t>(wanted, 128 << 10), options.batch_bytes);
}

}  // namespace

Processes::Processes(const RunOptions& options, Collector& collector, MakeWorker make,
                     std::function<bool()> is_full)
    : options_(options),
      collector_(collector),
      is_full_(std::move(is_full)),
      crew_(options.workers, options.analyze.limits,
            [this, make = std::move(make)](process::Channel& channel, process::Status& status,
                                           bool all_charsets) {
              const std::unique_ptr<BatchWorker> worker = make();
              charset::make_ready(all_charsets, [](std::string_view) { _exit(process::Child::kWish); });
              process::enter_sandbox(options_.analyze.limits.memory_bytes);
              WorkerProcess(options_.input, *worker, channel, status).run();
            },
            {[this](Task& task, Split split) { on_split(task, std::move(split)); }, [](Task&) {},
             [this](Task& task, const std::string& why) { on_death(task, why); }}) {}

bool Processes::start() {
  // Shared memory is a file to the system: under a limit there might be none for a batch.
  rlimit file = {};
  if (getrlimit(RLIMIT_FSIZE, &file) != 0 || file.rlim_max != RLIM_INFINITY) {
    errno = EFBIG;
    return false;
  }
  return start_reader() && crew_.begin();
}

bool Processes::start_reader() {
  reader_ = process::Child::start([this](process::Channel& channel, process::Status& status) {
    input::load_for_archives();
    process::enter_sandbox(options_.analyze.limits.memory_bytes);
    ReaderProcess(options_.input, channel, status).run();
  });
  return reader_ != nullptr;
}

void Processes::read(const std::string& input) {
  source_.emplace();
  source_->path = input;
  refused_ = open(input);
  is_opened_ = false;
  if (!refused_ && !send_open()) on_reader_death();
  bytes_before_ = progress_.bytes_done;
  const auto goes_on = [this] {
    return !collector_.failed() && !collector_.is_done() && !refused_ &&
           !(source_->has_ended && tasks_.empty());
  };
  while (goes_on()) {
    go_on();
    if (goes_on()) wait();
  }
  if (!tasks_.empty()) {
    waiting_.clear();
    crew_.stop();
    tasks_.clear();
  }
  if (refused_ && refused_->code == Error::Code::kUsage) return collector_.fail(*refused_);
  if (refused_) return collector_.end_input({}, {about(*refused_, input)});
  collector_.end_input(source_->last, std::exchange(source_->problems, {}));
  source_.reset();
}

// Opens what is to be read.
std::optional<Error> Processes::open(const std::string& input) {
  const input::Context context(input, options_.input);
  if (input::is_folder(context)) {
    source_->folder = std::make_unique<FolderFeed>(input, options_.input);
    const Result<void> opened = source_->folder->open();
    return opened ? std::nullopt : std::optional(opened.error());
  }
  if (input::role_of_input(context) == input::Role::kPassed) {
    source_->has_ended = true;
    return std::nullopt;
  }
  Result<input::OpenFile> file = input::open_file(context);
  if (!file) return file.error();
  source_->file = std::move(*file);
  return std::nullopt;
}

bool Processes::send_open() {
  if (source_->has_ended) return true;
  Open open;
  open.path = source_->path;
  open.is_folder = source_->folder != nullptr;
  open.status = raw(source_->file.status);
  open.skip = open.is_folder ? 0 : source_->batches;
  if (collector_.wants_sources()) open.known = std::string(collector_.known_source());
  const int file = source_->file.descriptor.get();
  return reader_->channel().send(static_cast<std::uint32_t>(Say::kOpen), written(open),
                                 {&file, file >= 0 ? std::size_t{1} : 0});
}

void Processes::on_opened(const Opened& opened) {
  is_opened_ = true;
  refused_ = opened.error;
  if (opened.mbox && !refused_ && source_->batches == 0) split_by_workers(opened);
}

// Not where all bytes of a source are wanted in one place, for its digest.
void Processes::split_by_workers(const Opened& opened) {
  const bool wants_digest = collector_.wants_sources() && collector_.known_source() != source_->path;
  if (wants_digest || opened.total.value_or(0) < kLeastToSplit) return;
  source_->is_mbox = true;
  source_->beginning = *opened.mbox;
  source_->batch_bytes = batch_bytes_for(*opened.total, options_.workers, options_.input);
  source_->next.emplace().number = options_.input.first_message;
  ++sources_;
}

// Everything that can be done without waiting.
void Processes::go_on() {
  collect();
  if (collector_.failed()) return;
  hand_out();
  ask_reader();
  collector_.tell_problems();
}

void Processes::ask_reader() {
  if (!is_opened_ || source_->is_mbox || source_->is_asked || source_->has_ended) return;
  if (!waiting_.empty() && waiting_bytes_ >= kMostWaiting) return;
  source_->is_asked = true;
  if (!reader_->channel().send(static_cast<std::uint32_t>(Say::kNext))) on_reader_death();
}

void Processes::hand_out() {
  while (crew_.has_room()) {
    if (waiting_.empty()) hand_out_place();
    if (waiting_.empty()) return;
    Task& task = *waiting_.front();
    task.job.is_full = is_full_ && is_full_();
    if (!crew_.give(task)) {
      if (crew_.is_idle())
        collector_.fail(
            {Error::Code::kUnwritable, std::string("no process can be started: ") + std::strerror(errno)});
      return;
    }
    waiting_.pop_front();
    waiting_bytes_ -= std::min<std::size_t>(waiting_bytes_, task.bytes);
  }
}

// The next part of an mbox, where it is known where that begins.
void Processes::hand_out_place() {
  if (!source_->next || source_->has_ended) return;
  auto task = std::make_unique<Task>();
  task->job.source = sources_;
  task->job.path = source_->path;
  task->job.beginning = source_->beginning;
  task->job.status = raw(source_->file.status);
  task->job.batch_bytes = source_->batch_bytes;
  task->job.before = source_->messages;
  task->job.place = *std::exchange(source_->next, std::nullopt);
  task->file.reset(fcntl(source_->file.descriptor.get(), F_DUPFD_CLOEXEC, 0));
  waiting_.push_back(task.get());
  tasks_.push_back(std::move(task));
}

void Processes::collect() {
  while (!tasks_.empty() && !collector_.failed()) {
    Task& task = *tasks_.front();
    collect(task);
    if (!task.is_whole) return;
    collector_.end_batch(task.ended, task.problems);
    tasks_.pop_front();
  }
}

void Processes::collect(Task& task) {
  if (!task.results.empty() && !std::exchange(task.is_begun, true)) collector_.begin_batch(task.ended);
  for (; !task.results.empty(); task.results.pop_front()) {
    crew_.take(task.results.front());
    collector_.take(std::move(task.results.front().piece));
  }
}

void Processes::wait() {
  constexpr int kWatch = 100;  // milliseconds, while messages take their time
  std::vector<int> descriptors;
  crew_.add_descriptors(descriptors);
  if (reader_) descriptors.push_back(reader_->channel().descriptor());
  std::vector<pollfd> waiting;
  for (const int descriptor : descriptors) waiting.push_back({descriptor, POLLIN, 0});
  poll(waiting.data(), waiting.size(), crew_.is_idle() ? -1 : kWatch);
  crew_.listen();
  if (source_ && !refused_) listen_to_reader();
}

void Processes::listen_to_reader() {
  while (!source_->has_ended) {
    std::optional<process::Message> message = reader_->channel().receive(false);
    if (message) {
      on_reader(*message);
      continue;
    }
    if (errno != EAGAIN && errno != EWOULDBLOCK) on_reader_death();
    return;
  }
}

void Processes::on_reader(process::Message& message) {
  bool is_good = true;
  const std::optional<std::string> bytes = message.take_bytes();
  if (message.kind() == static_cast<std::uint32_t>(Say::kOpened)) {
    const std::optional<Opened> opened = bytes ? read_back<Opened>(*bytes) : std::nullopt;
    is_good = opened && !is_opened_ && (!opened->mbox || opened->mbox->size() == sizeof(input::Beginning));
    if (is_good) on_opened(*opened);
  } else if (message.kind() == static_cast<std::uint32_t>(Say::kBatch)) {
    std::optional<Read> read = bytes ? read_back<Read>(*bytes) : std::nullopt;
    is_good =
        read && std::exchange(source_->is_asked, false) && (read->at_end || message.files().size() == 1);
    if (is_good) on_batch(std::move(*read), message);
  } else if (message.kind() == static_cast<std::uint32_t>(Say::kWantsFiles)) {
    is_good = source_->folder && source_->folder->feed(reader_->channel());
  } else if (message.kind() == static_cast<std::uint32_t>(Say::kWantsTempFile)) {
    const process::Descriptor file(open_temporary_file());
    const int number = file.get();
    is_good = reader_->channel().send(static_cast<std::uint32_t>(Say::kTempFile), raw(errno),
                                      {&number, number >= 0 ? std::size_t{1} : 0});
  } else {
    is_good = false;
  }
  if (!is_good) on_reader_death();
}

void Processes::on_batch(Read read, process::Message& message) {
  passed_over_ += read.passed_over - std::min(read.passed_over, source_->passed_over);
  source_->passed_over = read.passed_over;
  ++source_->batches;
  if (source_->folder) source_->folder->done(read.files_done);
  progress(read.done, read.messages);
  if (read.at_end) {
    note(std::move(read.problems));
    source_->last = std::move(read.last);
    source_->has_ended = true;
    collector_.found(source_->messages, true);
    return;
  }
  auto task = std::make_unique<Task>();
  task->file = std::move(message.files().front());
  task->job.before = source_->messages - read.messages;
  task->ended = std::move(read.ended);
  task->bytes = static_cast<std::size_t>(std::max<off_t>(lseek(task->file.get(), 0, SEEK_END), 0));
  waiting_bytes_ += task->bytes;
  note(std::move(read.problems));
  task->problems = std::exchange(source_->problems, {});
  waiting_.push_back(task.get());
  tasks_.push_back(std::move(task));
}

void Processes::progress(std::uint64_t done, std::uint64_t messages) {
  progress_.bytes_done = bytes_before_ + done;
  progress_.messages += messages;
  source_->messages += messages;
  collector_.found(source_->messages, false);
  if (options_.on_progress) options_.on_progress(progress_);
}

// What several workers meet at the end of a file is told once.
void Processes::note(std::vector<Error>&& problems) {
  for (Error& problem : problems) {
    if (problem.code == Error::Code::kReadError && source_->is_mbox &&
        !source_->read_errors.insert(problem.message).second)
      continue;
    source_->problems.push_back(about(std::move(problem), source_->path));
  }
}

void Processes::on_split(Task& task, Split split) {
  note(std::move(split.problems));
  progress(split.done, split.messages);
  if (split.messages == 0) {
    // The last one there is, for no other is begun before this is known.
    source_->has_ended = true;
    collector_.found(source_->messages, true);
    task.is_whole = true;
    tasks_.pop_back();
    return;
  }
  task.problems = std::exchange(source_->problems, {});
  if (split.next.finished) {
    source_->has_ended = true;
    collector_.found(source_->messages, true);
  } else {
    source_->next = split.next;
  }
}

void Processes::on_death(Task& task, const std::string& why) {
  if (why.empty()) {
    waiting_.push_front(&task);
    waiting_bytes_ += task.bytes;
    return;
  }
  note({{Error::Code::kReadError, source_->path + ": " + why + ": not read in full", source_->path}});
  for (Error& problem : std::exchange(source_->problems, {})) task.problems.push_back(std::move(problem));
  task.is_whole = true;
  if (task.job.source != 0) source_->has_ended = true;
}

// A file is read once more from its beginning, up to where the reader was; of a folder what was not read.
void Processes::on_reader_death() {
  const std::uint64_t at = reader_->at();
  const std::string why = "the process that reads it " + process::how_it_ended(reader_->end());
  const auto give_up = [&] {
    note({{Error::Code::kReadError, source_->path + ": " + why + ": not read in full", source_->path}});
    source_->has_ended = true;
  };
  source_->is_asked = false;
  is_opened_ = false;
  ++source_->deaths;
  const bool is_regular = source_->file.descriptor.get() >= 0 && S_ISREG(source_->file.status.st_mode);
  if (source_->folder) {
    if (source_->folder->again(at, why)) source_->deaths = 0;
    if (source_->deaths > kMostDeaths) give_up();
  } else if (source_->is_mbox) {
    return void(start_reader());  // which has done its part
  } else if (!is_regular || source_->deaths > kMostDeaths) {
    give_up();
  }
  if (!start_reader()) {
    collector_.fail(
        {Error::Code::kUnwritable, std::string("no process can be started: ") + std::strerror(errno)});
  } else if (!source_->has_ended && !send_open()) {
    give_up();
  }
}

}  // namespace mimebase::run
