#include "run/processes/intake.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "process/descriptors.h"
#include "process/sandbox.h"
#include "run/driver/run_reader.h"
#include "run/processes/batch_bytes.h"
#include "run/processes/reader_process.h"

namespace mimebase::run {
namespace {

// A reader that dies may have been killed by others, so it is replaced at most this many times per file.
constexpr unsigned kMaxDeaths = 3;
// Maximum number of messages to receive before the workers are served.
constexpr int kMaxAtOnce = 8;
// Maximum size of the reader's messages, excluding batches, and of the memory that their lists take.
constexpr std::uint64_t kMaxReaderReplyBytes = std::uint64_t{64} << 20;
// A reader that makes progress but finds no message may continue for this multiple of the time limit.
constexpr double kSilentLimits = 100;

}  // namespace

bool Intake::start() {
  asked_ = Asked::kNothing;
  is_opened_ = has_file_to_check_ = false;
  other_bytes_ = 0;
  reader_ = process::Child::start([this](process::Channel& channel, process::Status& status) {
    input::load_for_archives();
    process::enter_sandbox({limits_.memory_bytes, limits_.spool_bytes, kOpenFiles});
    ReaderProcess(options_, channel, status).run();
  });
  return reader_ != nullptr;
}

Result<bool> Intake::open(const RowInput& input, std::optional<std::string> known) {
  const std::string path = input_name(input);
  const input::Context context(path, options_);
  request_ = {};
  request_.path = path;
  request_.known = std::move(known);
  close();
  is_opened_ = is_left_ = has_ended_ = has_file_to_check_ = false;
  credit_ = other_bytes_ = file_bytes_ = 0;
  checks_.clear();
  deaths_ = 0;
  if (input.bytes) {
    file_.descriptor = process::memory_file(*input.bytes);
    if (file_.descriptor.get() < 0 || fstat(file_.descriptor.get(), &file_.status) != 0)
      return context.system_error(path, errno);
  } else if (input::is_folder(context)) {
    request_.is_folder = true;
    folder_ = std::make_unique<FolderFeed>(path, options_);
    if (Result<void> opened = folder_->open(); !opened) return opened.error();
  } else {
    if (input::role_of_input(context) == input::Role::kPassed) return false;
    Result<input::OpenFile> file = input::open_file(context);
    if (!file) return file.error();
    file_ = std::move(*file);
    if (is_writable_for_child(file_.descriptor.get())) {
      pipe_ = InputPipe::in_place_of(file_.descriptor);
      if (!pipe_ || fstat(file_.descriptor.get(), &file_.status) != 0)
        return context.system_error(path, errno);
    }
  }
  if (!folder_) {
    file_bytes_ = input::bytes_to_read(file_);
    request_.status = raw(file_.status);
  }
  send_open();
  return true;
}

void Intake::close() {
  file_ = input::OpenFile();
  folder_.reset();
  pipe_.reset();
}

void Intake::ask(Asked what, const std::string& bytes, std::vector<process::Descriptor> files) {
  asked_ = what;
  idle_ = silent_ = 0;
  const MessageKind kind = what == Asked::kToOpen    ? MessageKind::kOpen
                           : what == Asked::kToCheck ? MessageKind::kJob
                                                     : MessageKind::kNext;
  reader_->connection().send(kind, bytes, nullptr, std::move(files));
}

void Intake::send_open() {
  std::vector<process::Descriptor> files;
  if (!folder_) files.push_back(process::reopened(file_.descriptor.get()));
  ask(Asked::kToOpen, written(request_), std::move(files));
}

void Intake::ask() {
  if (is_opened_ && !is_left_ && !has_ended_ && !is_busy()) ask(Asked::kForBatch, {});
}

void Intake::check(Assignment part, SplitReply found) {
  checks_.push_back({std::move(part), std::move(found)});
  ask_to_check();
}

void Intake::ask_to_check() {
  if (checks_.empty() || is_busy()) return;
  std::vector<process::Descriptor> files;
  if (!std::exchange(has_file_to_check_, true)) files.push_back(process::reopened(file_.descriptor.get()));
  ask(Asked::kToCheck, written(checks_.front().part), std::move(files));
}

void Intake::end_check(std::optional<SplitReply> again) {
  const Check check = std::move(checks_.front());
  checks_.pop_front();
  listener_.on_check(check.part, check.found, std::move(again));
}

void Intake::add_descriptors(std::vector<pollfd>& descriptors) const {
  if (pipe_) pipe_->add_descriptor(descriptors);
  descriptors.push_back(reader_->connection().polled());
  if (reader_->errors_descriptor() >= 0) descriptors.push_back({reader_->errors_descriptor(), POLLIN, 0});
}

void Intake::listen() {
  using Outcome = process::Connection::Outcome;
  const process::Connection::Allows allows = [this](process::Kind kind) { return this->allows(kind); };
  listener_.on_errors(reader_->take_errors());
  if (pipe_) pipe_->pass_on();
  reader_->connection().flush();
  for (int i = 0; i < kMaxAtOnce && !has_ended_; ++i) {
    process::Message message;
    const Outcome outcome = reader_->connection().receive(allows, message);
    if (outcome == Outcome::kNothing) break;
    if (outcome == Outcome::kMessage && take(std::move(message))) continue;
    return on_death(outcome == Outcome::kClosed ? "" : "sent something that is not allowed");
  }
  if (!has_ended_ && is_stuck())
    on_death("has made no progress for " + std::to_string(limits_.wall_seconds) + " seconds");
}

// Each kind of message is allowed only as an answer to a request. The answer to the reader's own request must
// have been sent before its next one.
std::optional<process::Connection::Bounds> Intake::allows(process::Kind kind) const {
  using Bounds = process::Connection::Bounds;
  const bool works = is_busy() && !reader_->connection().has_unsent();
  if (kind == MessageKind::kOpened && asked_ == Asked::kToOpen) return Bounds{kMaxReaderReplyBytes, 0};
  if (kind == MessageKind::kBatch && asked_ == Asked::kForBatch)
    return Bounds{kMaxReaderReplyBytes, kMaxReaderReplyBytes + options_.batch_bytes + limits_.message_bytes};
  if (kind == MessageKind::kSplit && asked_ == Asked::kToCheck) return Bounds{kMaxReaderReplyBytes, 0};
  if (kind == MessageKind::kWantsFiles && works && folder_ && !folder_->has_ended()) return Bounds{};
  if (kind == MessageKind::kWantsTempFile && works) return Bounds{};
  return std::nullopt;
}

// Returns false if the message is malformed.
bool Intake::take(process::Message message) {
  if (message.kind == MessageKind::kOpened) {
    std::optional<OpenReply> reply = read_back<OpenReply>(message.bytes, kMaxReaderReplyBytes);
    // Only a regular file can be read by several processes.
    if (!reply || (reply->mbox && (folder_ || !S_ISREG(file_.status.st_mode)))) return false;
    asked_ = Asked::kNothing;
    is_opened_ = true;
    if (request_.skip > 0) reply->mbox.reset();
    listener_.on_opened(*reply);
  } else if (message.kind == MessageKind::kBatch) {
    return take_batch(std::move(message));
  } else if (message.kind == MessageKind::kSplit) {
    std::optional<SplitReply> again = read_back<SplitReply>(message.bytes, kMaxReaderReplyBytes);
    if (!again) return false;
    asked_ = Asked::kNothing;
    end_check(std::move(again));
    ask_to_check();
  } else if (message.kind == MessageKind::kWantsFiles) {
    send_files();
  } else {
    send_temporary_file();
  }
  return true;
}

bool Intake::take_batch(process::Message message) {
  std::optional<BatchReply> reply = read_back<BatchReply>(message.bytes, kMaxReaderReplyBytes);
  // Every message has at least one byte of payload.
  if (!reply || reply->messages > message.payload.size() || reply->at_end != (reply->messages == 0) ||
      !accounts_for(*reply, record_bytes_in(message.payload)))
    return false;
  asked_ = Asked::kNothing;
  has_ended_ = reply->at_end;
  if (folder_) folder_->done(reply->files_done);
  if (!folder_) ++request_.skip;
  if (has_ended_ && pipe_ && pipe_->error() != 0)
    reply->problems.push_back(
        input::Context(request_.path, options_)
            .system_error(input::name_in_rows(request_.path, options_), pipe_->error()));
  listener_.on_batch(std::move(*reply), std::move(message.payload));
  return true;
}

// Returns false if the reader has passed over bytes without a reason. All bytes of a message or an mbox are
// in its batches. For other files, and for those that it reports as read only in part, it must be believed.
bool Intake::accounts_for(const BatchReply& reply, std::uint64_t passed) {
  const std::uint64_t due = folder_ ? folder_->bytes_of(reply.files_done) : reply.at_end ? file_bytes_ : 0;
  const std::uint64_t other = reply.other_bytes - std::min(other_bytes_, reply.other_bytes);
  // Large enough for any file, and too small for a sum to overflow.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  credit_ = std::min(credit_ + passed + std::min(other, kMost), kMost);
  const bool has_reason = !reply.problems.empty() || options_.range.has_value();
  const bool is_end =
      folder_ ? folder_->is_done_after(reply.files_done) : reply.other_bytes > 0 || is_drained();
  if (!has_reason && (due > credit_ || (reply.at_end && !is_end))) return false;
  other_bytes_ = reply.other_bytes;
  // The rest can only belong to the next file, whose beginning is in this batch.
  if (due > 0) credit_ = std::min(credit_ - std::min(credit_, due), passed + std::min(other, kMost));
  return true;
}

// Returns true unless the input is a pipe that has not ended.
bool Intake::is_drained() const {
  pollfd input = {file_.descriptor.get(), POLLIN, 0};
  return !S_ISFIFO(file_.status.st_mode) || (poll(&input, 1, 0) == 1 && input.revents == POLLHUP);
}

void Intake::send_files() {
  FolderFeed::Files next = folder_->next();
  reader_->connection().send(MessageKind::kFiles, written(next.entries), nullptr, std::move(next.files));
}

void Intake::send_temporary_file() {
  process::Descriptor file(open_temporary_file());
  const int error = file.get() < 0 ? errno : 0;
  std::vector<process::Descriptor> files;
  if (error == 0) files.push_back(std::move(file));
  reader_->connection().send(MessageKind::kTempFile, raw(error), nullptr, std::move(files));
}

// Returns true if the reader makes no progress although input is available.
bool Intake::is_stuck() {
  const double seconds = watch_.tick();
  const auto wall = static_cast<double>(limits_.wall_seconds);
  const std::uint64_t state = reader_->at() + reader_->progress();
  // Once an answer has begun, only its end is progress.
  const bool answers = reader_->connection().is_receiving();
  const bool goes_on = std::exchange(state_, state) != state && !answers;
  pollfd input = {file_.descriptor.get(), POLLIN, 0};
  const bool waits_for_input = input.fd >= 0 && poll(&input, 1, 0) == 0 && !answers;
  if (!is_busy() || waits_for_input) idle_ = silent_ = 0;
  idle_ = goes_on ? 0 : idle_ + seconds;
  silent_ += seconds;
  return idle_ > wall || silent_ > kSilentLimits * wall;
}

// Replaces the reader. A file is read again from its beginning, up to where the old reader was. In a folder,
// only unread files are read again. `why` is empty if the reader has died.
void Intake::on_death(std::string why) {
  const std::uint64_t at = reader_->at();
  reader_->end();
  listener_.on_errors(reader_->take_errors());
  if (why.empty()) why = reader_->how_it_ended();
  why.insert(0, "the process that reads it ");
  ++deaths_;
  if (folder_ && folder_->again(at, why)) deaths_ = 0;
  const bool can_repeat = folder_ || S_ISREG(file_.status.st_mode);
  if (!is_left_ && (!can_repeat || deaths_ > kMaxDeaths)) {
    has_ended_ = true;
    listener_.on_loss(why);
  }
  if (!checks_.empty() && ++checks_.front().deaths > kMaxDeaths) end_check(std::nullopt);
  if (!start()) {
    listener_.on_failure(cannot_start());
  } else if (!is_left_ && !has_ended_) {
    send_open();
  } else {
    ask_to_check();
  }
}

}  // namespace mimebase::run
