#include "run/processes/processes.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "charset/ready.h"
#include "descriptors.h"
#include "input/open.h"
#include "process/sandbox.h"
#include "run/processes/reader_process.h"
#include "run/processes/worker_process.h"

namespace mimebase::run {
namespace {

// Maximum size of the batches that wait for a worker, unless a single one is larger.
constexpr std::uint64_t kMaxWaitingBytes = std::uint64_t{8} << 20;
// A reader that dies may have been killed by others, so it is replaced at most this many times per file.
constexpr unsigned kMaxDeaths = 3;
// Smaller files are not split, because the reader already holds most of their bytes.
constexpr std::uint64_t kMinBytesToSplit = std::uint64_t{256} << 10;
// Maximum number of messages to receive from the reader before the workers are served.
constexpr int kMaxFromReaderAtOnce = 8;
// Maximum size of the reader's messages, excluding batches.
constexpr std::uint64_t kMaxReaderReplyBytes = std::uint64_t{64} << 20;
// A reader that makes progress but finds no message may continue for this multiple of the time limit.
constexpr double kSilentLimits = 100;
// Descriptors of a process: its channel, the standard ones, and unread files of a folder.
constexpr std::uint64_t kOpenFiles = 64 + 2 * process::kMaxFiles;

// Small enough that all workers finish at about the same time, large enough to be worth a request.
std::uint64_t batch_bytes_for(std::uint64_t total, unsigned workers, const InputOptions& options) {
  const std::uint64_t wanted = total / (std::uint64_t{64} * std::max(workers, 1U));
  return std::min<std::uint64_t>(std::max<std::uint64_t>(wanted, 128 << 10), options.batch_bytes);
}

// Returns the remaining bytes of a regular file after its current position.
std::uint64_t bytes_to_read(const input::OpenFile& file) {
  const off_t start = lseek(file.descriptor.get(), 0, SEEK_CUR);
  return static_cast<std::uint64_t>(std::max<off_t>(file.status.st_size - std::max<off_t>(start, 0), 0));
}

// Bytes that wait for a worker with the task.
std::uint64_t batch_bytes_of(const Task& task) {
  return task.batch ? task.batch->size() : 0;
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
              charset::make_ready(all_charsets,
                                  [](std::string_view) { _exit(process::Child::kExitNeedsCharset); });
              process::enter_sandbox({options_.analyze.limits.memory_bytes, 0, kOpenFiles});
              WorkerProcess(options_.input, *worker, channel, status).run();
            },
            {[this](Task& task, SplitReply split) { on_split(task, std::move(split)); },
             [this](Task& task, const std::string& why) { on_death(task, why); },
             [this](std::string_view text) { on_errors(text); },
             [this](Error error) { collector_.fail(std::move(error)); },
             [this](const Piece& piece) { return collector_.accepts(piece); }}) {}

bool Processes::start() {
  return start_reader() && crew_.begin();
}

bool Processes::start_reader() {
  asked_ = Asked::kNothing;
  reader_idle_ = reader_silent_ = 0;
  reader_ = process::Child::start([this](process::Channel& channel, process::Status& status) {
    input::load_for_archives();
    const Limits& limits = options_.analyze.limits;
    process::enter_sandbox({limits.memory_bytes, limits.spool_bytes, kOpenFiles});
    ReaderProcess(options_.input, channel, status).run();
  });
  return reader_ != nullptr;
}

void Processes::read(const std::string& input) {
  source_.emplace();
  source_->path = input;
  refused_ = open(input);
  is_opened_ = false;
  if (!refused_) send_open();
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
    waiting_bytes_ = 0;
    crew_.stop();
    tasks_.clear();
  }
  if (refused_ && refused_->code == Error::Code::kUsage) return collector_.fail(*refused_);
  if (refused_) return collector_.end_input({}, {*refused_});
  collector_.end_input(source_->last, std::exchange(source_->problems, {}));
  source_.reset();
}

// Opens the input's file or folder.
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

void Processes::send_open() {
  if (source_->has_ended) return;
  OpenRequest request;
  request.path = source_->path;
  request.is_folder = source_->folder != nullptr;
  request.status = raw(source_->file.status);
  request.skip = request.is_folder ? 0 : source_->batches;
  if (collector_.wants_sources()) request.known = std::string(collector_.known_source());
  std::vector<process::Descriptor> files;
  if (!request.is_folder) files.push_back(process::reopened(source_->file.descriptor.get()));
  asked_ = Asked::kToOpen;
  reader_idle_ = reader_silent_ = 0;
  reader_->connection().send(static_cast<std::uint32_t>(MessageKind::kOpen), written(request), nullptr,
                             std::move(files));
}

void Processes::on_opened(const OpenReply& reply) {
  asked_ = Asked::kNothing;
  is_opened_ = true;
  refused_ = reply.error;
  if (reply.mbox && !refused_ && source_->batches == 0) split_by_workers(reply);
}

// If a digest is wanted, a single process must read all bytes of the source.
void Processes::split_by_workers(const OpenReply& reply) {
  const bool wants_digest = collector_.wants_sources() && collector_.known_source() != source_->path;
  if (wants_digest || reply.total.value_or(0) < kMinBytesToSplit) return;
  source_->is_mbox = true;
  source_->beginning = *reply.mbox;
  source_->batch_bytes = batch_bytes_for(*reply.total, options_.workers, options_.input);
  source_->next.emplace().number = options_.input.first_message;
  ++sources_;
}

// Does everything that is possible without waiting. Several workers get tasks before results are written, so
// that they do not wait for the output. A single worker takes turns with this process.
void Processes::go_on() {
  if (is_parallel()) hand_out();
  collect();
  if (collector_.failed()) return;
  hand_out();
  ask_reader();
  collector_.report_problems();
}

void Processes::ask_reader() {
  if (!is_opened_ || source_->is_mbox || asked_ != Asked::kNothing || source_->has_ended) return;
  if (!waiting_.empty() && waiting_bytes_ >= kMaxWaitingBytes) return;
  asked_ = Asked::kForBatch;
  reader_idle_ = reader_silent_ = 0;
  reader_->connection().send(static_cast<std::uint32_t>(MessageKind::kNext));
}

void Processes::hand_out() {
  while (crew_.has_room()) {
    if (waiting_.empty()) hand_out_place();
    if (waiting_.empty()) return;
    Task& task = *waiting_.front();
    task.job.keeps_rows = !is_full_ || !is_full_();
    if (!crew_.give(task, bytes_to_read(source_->file))) {
      if (crew_.is_stuck(front()) && (front() == nullptr || !front()->is_whole))
        collector_.fail(
            {Error::Code::kUnwritable, std::string("cannot start a process: ") + std::strerror(errno)});
      return;
    }
    waiting_.pop_front();
    waiting_bytes_ -= std::min(waiting_bytes_, batch_bytes_of(task));
  }
}

// Creates a task for the next part of an mbox, if its beginning is known.
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
  task->file = source_->file.descriptor.get();
  task->reaches_end = !options_.input.range;
  task->sources = {source_->path};
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
  for (; !task.results.empty() && !collector_.failed(); task.results.pop_front()) {
    Task::Result& result = task.results.front();
    if (result.before) {
      const auto take = [this](Piece piece) { collector_.take(std::move(piece)); };
      if (Result<void> taken = result.before->each(take); !taken) return collector_.fail(taken.error());
    }
    collector_.take(std::move(result.piece));
    task.result_bytes -= result.bytes;
  }
}

void Processes::wait() {
  constexpr int kWatch = 100;  // milliseconds; used while a process is being watched
  std::vector<pollfd> descriptors;
  crew_.add_descriptors(front(), descriptors);
  if (!source_->has_ended) {
    const process::Connection& connection = reader_->connection();
    const auto events = static_cast<short>(connection.has_unsent() ? POLLIN | POLLOUT : POLLIN);
    descriptors.push_back({connection.descriptor(), events, 0});
    if (reader_->errors_descriptor() >= 0) descriptors.push_back({reader_->errors_descriptor(), POLLIN, 0});
  }
  const bool watches = !crew_.is_idle() || asked_ != Asked::kNothing;
  poll(descriptors.data(), descriptors.size(), watches ? kWatch : -1);
  crew_.listen(front());
  if (!refused_ && !source_->has_ended) listen_to_reader();
}

void Processes::listen_to_reader() {
  const process::Connection::Allows allows = [this](std::uint32_t kind) { return reader_may_send(kind); };
  on_errors(reader_->take_errors());
  reader_->connection().flush();
  std::string why;
  for (int i = 0; i < kMaxFromReaderAtOnce && !source_->has_ended; ++i) {
    process::Message message;
    const process::Connection::Outcome outcome = reader_->connection().receive(allows, message);
    if (outcome == process::Connection::Outcome::kNothing) break;
    if (outcome == process::Connection::Outcome::kMessage && on_reader(std::move(message))) continue;
    if (outcome != process::Connection::Outcome::kClosed) why = "sent something that is not allowed";
    return on_reader_death(std::move(why));
  }
  if (!source_->has_ended && is_reader_stuck())
    on_reader_death("has made no progress for " + std::to_string(options_.analyze.limits.wall_seconds) +
                    " seconds");
}

// Each kind of message is allowed only as an answer to a request. The answer to the reader's own request must
// have been sent before its next one.
std::optional<process::Connection::Bounds> Processes::reader_may_send(std::uint32_t kind) const {
  const auto is = [kind](MessageKind other) { return kind == static_cast<std::uint32_t>(other); };
  const bool works = asked_ != Asked::kNothing && !reader_->connection().has_unsent();
  const Limits& limits = options_.analyze.limits;
  const std::uint64_t batch = kMaxReaderReplyBytes + options_.input.batch_bytes + limits.message_bytes;
  if (is(MessageKind::kOpened) && asked_ == Asked::kToOpen)
    return process::Connection::Bounds{kMaxReaderReplyBytes, 0};
  if (is(MessageKind::kBatch) && asked_ == Asked::kForBatch)
    return process::Connection::Bounds{kMaxReaderReplyBytes, batch};
  if (is(MessageKind::kWantsFiles) && works && source_->folder && !source_->folder->has_ended())
    return process::Connection::Bounds{};
  if (is(MessageKind::kWantsTempFile) && works) return process::Connection::Bounds{};
  return std::nullopt;
}

bool Processes::on_reader(process::Message message) {
  const auto is = [&](MessageKind kind) { return message.kind == static_cast<std::uint32_t>(kind); };
  if (is(MessageKind::kOpened)) {
    const std::optional<OpenReply> reply = read_back<OpenReply>(message.bytes);
    if (!reply || (reply->mbox && reply->mbox->size() != sizeof(input::Beginning))) return false;
    on_opened(*reply);
  } else if (is(MessageKind::kBatch)) {
    std::optional<BatchReply> reply = read_back<BatchReply>(message.bytes);
    // Every message has at least one byte of payload.
    if (!reply || reply->messages > message.payload.size() || reply->at_end != (reply->messages == 0))
      return false;
    on_batch(std::move(*reply), std::move(message.payload));
  } else if (is(MessageKind::kWantsFiles)) {
    send_files();
  } else {
    send_temporary_file();
  }
  return true;
}

void Processes::send_files() {
  FolderFeed::Files next = source_->folder->next();
  reader_->connection().send(static_cast<std::uint32_t>(MessageKind::kFiles), written(next.entries), nullptr,
                             std::move(next.files));
}

void Processes::send_temporary_file() {
  errno = 0;
  std::vector<process::Descriptor> files;
  files.emplace_back(open_temporary_file());
  const int error = errno;
  if (files.front().get() < 0) files.clear();
  reader_->connection().send(static_cast<std::uint32_t>(MessageKind::kTempFile),
                             raw(files.empty() ? error : 0), nullptr, std::move(files));
}

// Returns true if the reader makes no progress although input is available.
bool Processes::is_reader_stuck() {
  const double seconds = reader_watch_.tick();
  const auto wall = static_cast<double>(options_.analyze.limits.wall_seconds);
  const std::uint64_t state = reader_->at() + reader_->progress() + reader_->connection().pending_bytes();
  const bool goes_on = std::exchange(reader_state_, state) != state;
  pollfd input = {source_->file.descriptor.get(), POLLIN, 0};
  const bool waits_for_input = input.fd >= 0 && poll(&input, 1, 0) == 0;
  if (asked_ == Asked::kNothing || waits_for_input) reader_idle_ = reader_silent_ = 0;
  reader_idle_ = goes_on ? 0 : reader_idle_ + seconds;
  reader_silent_ += seconds;
  return reader_idle_ > wall || reader_silent_ > kSilentLimits * wall;
}

void Processes::on_batch(BatchReply reply, std::string batch) {
  asked_ = Asked::kNothing;
  skipped_files_ += reply.skipped_files - std::min(reply.skipped_files, source_->skipped_files);
  source_->skipped_files = reply.skipped_files;
  ++source_->batches;
  if (source_->folder) source_->folder->done(reply.files_done);
  progress(reply.done, reply.messages);
  if (reply.at_end) {
    note(std::move(reply.problems));
    source_->last = std::move(reply.last);
    source_->has_ended = true;
    collector_.found(source_->messages, true);
    return;
  }
  auto task = std::make_unique<Task>();
  task->bytes = batch.size();
  task->batch = std::make_shared<const std::string>(std::move(batch));
  task->messages = reply.messages;
  task->sources = std::move(reply.sources);
  task->job.before = source_->messages - reply.messages;
  task->ended = std::move(reply.ended);
  waiting_bytes_ += task->bytes;
  note(std::move(reply.problems));
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

// Several workers may meet a problem at the end of the same file; it is reported once.
void Processes::note(std::vector<Error>&& problems) {
  for (Error& problem : problems) {
    if (problem.code == Error::Code::kReadError && source_->is_mbox &&
        !source_->read_errors.insert(problem.message).second)
      continue;
    source_->problems.push_back(std::move(problem));
  }
}

void Processes::on_split(Task& task, SplitReply split) {
  note(std::move(split.problems));
  progress(split.done, split.messages);
  if (!split.next.finished && split.messages > 0) {
    source_->next = split.next;
  } else {
    source_->has_ended = true;
    collector_.found(source_->messages, true);
  }
  if (split.messages == 0) {
    task.is_whole = true;
  } else {
    task.problems = std::exchange(source_->problems, {});
  }
}

void Processes::on_death(Task& task, const std::string& why) {
  if (why.empty()) {
    waiting_.push_front(&task);
    waiting_bytes_ += batch_bytes_of(task);
    return;
  }
  note({{Error::Code::kReadError, source_->path + ": " + why + ": not read in full", source_->path}});
  for (Error& problem : std::exchange(source_->problems, {})) task.problems.push_back(std::move(problem));
  task.is_whole = true;
  if (task.job.source != 0) source_->has_ended = true;
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

// Replaces the reader. A file is read again from its beginning, up to where the old reader was. In a folder,
// only unread files are read again. `why` is empty if the reader has died.
void Processes::on_reader_death(std::string why) {
  const std::uint64_t at = reader_->at();
  const int status = reader_->end();
  on_errors(reader_->take_errors());
  if (why.empty()) why = process::how_it_ended(status);
  why.insert(0, "the process that reads it ");
  const auto give_up = [&] {
    note({{Error::Code::kReadError, source_->path + ": " + why + ": not read in full", source_->path}});
    source_->has_ended = true;
  };
  is_opened_ = false;
  ++source_->deaths;
  const bool is_regular = source_->file.descriptor.get() >= 0 && S_ISREG(source_->file.status.st_mode);
  if (source_->folder) {
    if (source_->folder->again(at, why)) source_->deaths = 0;
    if (source_->deaths > kMaxDeaths) give_up();
  } else if (!source_->is_mbox && (!is_regular || source_->deaths > kMaxDeaths)) {
    give_up();
  }
  if (!start_reader()) {
    collector_.fail(
        {Error::Code::kUnwritable, std::string("cannot start a process: ") + std::strerror(errno)});
  } else if (!source_->has_ended && !source_->is_mbox) {
    send_open();
  }
}

}  // namespace mimebase::run
