#include "run/reader_process.h"

#include <unistd.h>

#include <cerrno>
#include <deque>
#include <exception>
#include <utility>

#include "input/files.h"
#include "input/open.h"
#include "run/batch_bytes.h"

namespace mimebase::run {
namespace {

// The files of a folder, as the parent finds and opens them.
class FilesOfParent final : public input::Files {
 public:
  FilesOfParent(input::Context& context, process::Channel& channel, process::Status& status)
      : context_(context), channel_(channel), status_(status) {}

  bool step(std::optional<input::FoundFile>& found) override {
    found = std::nullopt;
    if (names_.empty() && !ask()) return false;
    Found name = std::move(names_.front());
    names_.pop_front();
    for (Error& problem : name.problems) context_.note(std::move(problem));
    if (name.is_file && !files_.empty()) {
      status_.at.store(name.number, std::memory_order_release);
      found.emplace(input::FoundFile{std::move(name.source),
                                     static_cast<input::Role>(name.role),
                                     {std::move(files_.front()), from_raw<struct stat>(name.status)}});
      files_.pop_front();
    }
    return !name.at_end;
  }

 private:
  bool ask() {
    if (!channel_.send(static_cast<std::uint32_t>(Say::kWantsFiles))) _exit(0);
    std::optional<process::Message> message = channel_.receive();
    if (!message) _exit(0);
    const std::optional<std::string> bytes = message->take_bytes();
    std::optional<std::vector<Found>> names = bytes ? read_back<std::vector<Found>>(*bytes) : std::nullopt;
    if (!names) return false;
    for (Found& name : *names) names_.push_back(std::move(name));
    for (process::Descriptor& file : message->files()) files_.push_back(std::move(file));
    return !names_.empty();
  }

  input::Context& context_;
  process::Channel& channel_;
  process::Status& status_;
  std::deque<Found> names_;
  std::deque<process::Descriptor> files_;  // of those names that are files
};

}  // namespace

void ReaderProcess::send(Say kind, const std::string& bytes, int file) {
  const std::span<const int> files = file >= 0 ? std::span<const int>(&file, 1) : std::span<const int>();
  if (!channel_.send(static_cast<std::uint32_t>(kind), bytes, files)) _exit(0);
}

void ReaderProcess::run() {
  while (std::optional<process::Message> message = channel_.receive()) {
    if (message->kind() == static_cast<std::uint32_t>(Say::kOpen)) open(*message);
    if (message->kind() == static_cast<std::uint32_t>(Say::kNext)) next();
  }
}

int ReaderProcess::temporary_file() {
  send(Say::kWantsTempFile, {});
  std::optional<process::Message> message = channel_.receive();
  if (!message) _exit(0);
  if (!message->files().empty()) return dup(message->files().front().get());
  const std::optional<std::string> bytes = message->take_bytes();
  errno = bytes ? from_raw<int>(*bytes) : EIO;
  return -1;
}

void ReaderProcess::open(process::Message& message) {
  const std::optional<std::string> bytes = message.take_bytes();
  const std::optional<Open> wanted = bytes ? read_back<Open>(*bytes) : std::nullopt;
  if (!wanted) _exit(1);
  store_ = nullptr;
  digests_ = std::nullopt;
  if (wanted->known) digests_.emplace(*wanted->known);
  context_ = std::make_unique<input::Context>(wanted->path, options_);
  context_->open_temporary_file = [this] { return temporary_file(); };
  Opened opened;
  if (wanted->is_folder) {
    store_ = input::files_store(*context_, std::make_unique<FilesOfParent>(*context_, channel_, status_));
  } else {
    input::OpenFile file{std::move(message.files().at(0)), from_raw<struct stat>(wanted->status)};
    Result<std::unique_ptr<input::Store>> store =
        input::open_opened(*context_, std::move(file), opened.total);
    if (store) {
      store_ = std::move(*store);
      const input::Beginning* const mbox = store_ ? store_->plain_mbox() : nullptr;
      if (mbox != nullptr) opened.mbox = raw(*mbox);
    } else {
      opened.error = input::why_not(*context_, store.error());
    }
  }
  for (std::uint64_t i = 0; i < wanted->skip && store_; ++i) {
    if (!read()) break;
    static_cast<void>(context_->take_problems(false));
  }
  send(Say::kOpened, written(opened));
}

std::optional<Batch> ReaderProcess::read() {
  try {
    return store_ ? store_->next() : std::nullopt;
  } catch (const std::exception& error) {  // of the standard library, for want of memory
    context_->note(context_->path(), error.what(), Error::Code::kReadError);
    return std::nullopt;
  }
}

void ReaderProcess::next() {
  std::optional<Batch> batch = read();
  process::Descriptor memory;
  if (batch) {
    memory = memory_of(*batch);
    if (memory.get() < 0) {
      context_->note(context_->path(), "a message does not fit into memory", Error::Code::kReadError);
      batch = std::nullopt;
    }
  }
  Read so_far;
  so_far.at_end = !batch;
  so_far.messages = batch ? batch->records().size() : 0;
  so_far.done = store_ ? store_->done() : 0;
  so_far.problems = context_->take_problems(!batch);
  so_far.passed_over = context_->passed_over();
  const std::uint64_t at = status_.at.load(std::memory_order_relaxed);
  so_far.files_done = store_ && store_->is_amid_file() ? at - 1 : at;
  if (digests_) {
    std::vector<Error> met = so_far.problems;
    for (Error& error : met) {
      if (error.source.empty()) error.source = context_->path();
    }
    if (batch) so_far.ended = digests_->pass(*batch, met);
    if (!batch) so_far.last = digests_->finish(met);
  }
  if (!batch) store_ = nullptr;
  send(Say::kBatch, written(so_far), memory.get());
}

}  // namespace mimebase::run
