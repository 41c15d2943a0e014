#include "run/processes/reader_process.h"

#include <unistd.h>

#include <cerrno>
#include <deque>
#include <exception>
#include <utility>

#include "input/files.h"
#include "input/open.h"
#include "run/processes/batch_bytes.h"
#include "text/exception_text.h"

namespace mimebase::run {
namespace {

// Provides the files of a folder, which the parent finds and opens.
class FilesOfParent final : public input::Files {
 public:
  FilesOfParent(input::Context& context, process::Channel& channel, process::Status& status)
      : context_(context), channel_(channel), status_(status) {}

  bool step(std::optional<input::FoundFile>& found) override {
    found = std::nullopt;
    if (has_ended_ || (names_.empty() && !ask())) return false;
    FolderEntry name = std::move(names_.front());
    names_.pop_front();
    for (Error& problem : name.problems) context_.note(std::move(problem));
    if (name.is_file && !files_.empty()) {
      status_.at.store(name.number, std::memory_order_release);
      const auto status = from_raw<struct stat>(name.status);
      context_.begin_file(static_cast<std::uint64_t>(status.st_size));
      found.emplace(input::FoundFile{
          std::move(name.source), static_cast<input::Role>(name.role), {std::move(files_.front()), status}});
      files_.pop_front();
    }
    has_ended_ = name.at_end;
    return !has_ended_;
  }

 private:
  bool ask() {
    if (!channel_.send(MessageKind::kWantsFiles)) _exit(0);
    std::optional<process::Message> message = channel_.receive();
    if (!message) _exit(0);
    std::optional<std::vector<FolderEntry>> names = read_back<std::vector<FolderEntry>>(message->bytes);
    if (!names) return false;
    for (FolderEntry& name : *names) names_.push_back(std::move(name));
    for (process::Descriptor& file : message->files) files_.push_back(std::move(file));
    return !names_.empty();
  }

  input::Context& context_;
  process::Channel& channel_;
  process::Status& status_;
  std::deque<FolderEntry> names_;
  std::deque<process::Descriptor> files_;  // for those names that are files
  bool has_ended_ = false;
};

}  // namespace

void ReaderProcess::send(MessageKind kind, const std::string& bytes,
                         std::span<const std::string_view> payload) {
  if (!channel_.send(kind, bytes, payload)) _exit(0);
}

void ReaderProcess::run() {
  while (std::optional<process::Message> message = channel_.receive()) {
    if (message->kind == MessageKind::kOpen) open(*message);
    if (message->kind == MessageKind::kNext) next();
    if (message->kind == MessageKind::kJob) split_again(*message);
  }
}

int ReaderProcess::temporary_file() {
  send(MessageKind::kWantsTempFile, {});
  std::optional<process::Message> message = channel_.receive();
  if (!message) _exit(0);
  if (!message->files.empty()) return message->files.front().release();
  errno = from_raw<int>(message->bytes);
  return -1;
}

void ReaderProcess::open(process::Message& message) {
  const std::optional<OpenRequest> wanted = read_back<OpenRequest>(message.bytes);
  if (!wanted) _exit(1);
  store_ = nullptr;
  digests_ = std::nullopt;
  if (wanted->known) digests_.emplace(*wanted->known);
  context_ = std::make_unique<input::Context>(wanted->path, options_);
  context_->open_temporary_file = [this] { return temporary_file(); };
  context_->progress = &status_.progress;
  OpenReply reply;
  if (wanted->is_folder) {
    store_ = input::files_store(*context_, std::make_unique<FilesOfParent>(*context_, channel_, status_));
  } else {
    input::OpenFile file{std::move(message.files.at(0)), from_raw<struct stat>(wanted->status)};
    context_->begin_file(S_ISREG(file.status.st_mode) ? input::bytes_to_read(file) : 1);
    Result<std::unique_ptr<input::Store>> store = input::open_opened(*context_, std::move(file), reply.total);
    if (store) {
      store_ = std::move(*store);
      if (store_ && store_->plain_mbox() != nullptr) reply.mbox.emplace();
    } else {
      reply.error = input::open_error(*context_, store.error());
    }
  }
  for (std::uint64_t i = 0; i < wanted->skip && store_; ++i) {
    if (!read()) break;
    static_cast<void>(context_->take_problems(false));
  }
  send(MessageKind::kOpened, written(reply));
}

// Finds the messages of a part that a worker has found already, so that the parent can compare the two.
void ReaderProcess::split_again(process::Message& message) {
  const std::optional<Assignment> part = read_back<Assignment>(message.bytes);
  if (!part) _exit(1);
  SplitReply reply;
  static_cast<void>(parts_.find(*part, message, reply));
  send(MessageKind::kSplit, written(reply));
}

std::optional<Batch> ReaderProcess::read() {
  try {
    return store_ ? store_->next() : std::nullopt;
  } catch (const std::exception&) {  // from the standard library, if memory runs out
    context_->note(context_->name(), exception_text(), Error::Code::kReadError);
    return std::nullopt;
  }
}

void ReaderProcess::next() {
  if (before_batch != nullptr) before_batch(context_->path());
  const std::optional<Batch> batch = read();
  BatchReply reply;
  reply.at_end = !batch;
  reply.messages = batch ? batch->records().size() : 0;
  reply.done = store_ ? store_->done() : 0;
  reply.problems_before = context_->problems_before();
  reply.problems = context_->take_problems(!batch);
  reply.skipped_files = context_->skipped_files();
  reply.skipped_revisits = context_->skipped_revisits();
  reply.other_bytes = context_->other_bytes();
  const std::uint64_t at = status_.at.load(std::memory_order_relaxed);
  reply.files_done = store_ && store_->is_amid_file() ? at - 1 : at;
  if (digests_) {
    std::vector<Error> met = reply.problems;
    for (Error& error : met) {
      if (error.source.empty()) error.source = context_->name();
    }
    if (batch) reply.ended = digests_->pass(*batch, met);
    if (!batch) reply.last = digests_->finish(met);
  }
  if (!batch) {
    store_ = nullptr;
    return send(MessageKind::kBatch, written(reply));
  }
  const BatchBytes bytes(*batch);
  reply.sources = bytes.sources();
  send(MessageKind::kBatch, written(reply), bytes.parts());
}

}  // namespace mimebase::run
