#include "run/worker_process.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "input/file.h"
#include "run/batch_bytes.h"
#include "run/piece_bytes.h"

namespace mimebase::run {
namespace {

// Of rows that wait to be taken: a worker that is ahead of the others waits.
constexpr std::uint64_t kMostNotTaken = std::uint64_t{4} << 20;
// Behind the part of an mbox that is wanted, for the end of its last message.
constexpr std::size_t kSlack = std::size_t{128} << 10;

// Nobody is there to tell.
[[noreturn]] void end() {
  _exit(0);
}

}  // namespace

// An mbox that workers split in turns.
struct WorkerProcess::Source {
  Source(const Assignment& job, const InputOptions& options, process::Descriptor file)
      : number(job.source), context(job.path, options) {
    const std::size_t chunk = options.batch_bytes + kSlack;
    input::OpenFile open{std::move(file), from_raw<struct stat>(job.status)};
    input::Item item;
    item.source = job.path;
    mbox.emplace(context, std::move(item), from_raw<input::Beginning>(job.beginning),
                 input::bytes_of_file(context, job.path, std::move(open), chunk, chunk));
  }

  const std::uint64_t number;
  input::Context context;
  std::optional<input::Mbox> mbox;
};

WorkerProcess::WorkerProcess(const InputOptions& options, BatchWorker& worker, process::Channel& channel,
                             process::Status& status)
    : options_(options), worker_(worker), channel_(channel), status_(status) {}
WorkerProcess::~WorkerProcess() = default;

void WorkerProcess::run() {
  while (std::optional<process::Message> message = channel_.receive()) {
    if (message->kind() == static_cast<std::uint32_t>(Say::kJob)) on_job(*message);
    if (message->kind() == static_cast<std::uint32_t>(Say::kTaken)) on_taken(*message);
  }
}

void WorkerProcess::on_job(process::Message& message) {
  const std::optional<std::string> bytes = message.take_bytes();
  const std::optional<Assignment> job = bytes ? read_back<Assignment>(*bytes) : std::nullopt;
  if (!job) end();
  if (job->is_full) worker_.be_full();
  const std::optional<Batch> batch =
      job->source != 0 ? split(*job, message) : batch_in(std::move(message.files().at(0)));
  if (batch) {
    worker_.work(*batch, [this](Piece piece, bool is_last) { deliver(piece, is_last); },
                 {job->start, job->passed_over, &status_.at, job->before});
  } else if (job->source == 0) {
    throw std::bad_alloc();
  }
}

std::optional<Batch> WorkerProcess::split(const Assignment& job, process::Message& message) {
  if (!message.files().empty()) {
    InputOptions options = options_;
    options.batch_bytes = job.batch_bytes;
    source_ = std::make_unique<Source>(job, options, std::move(message.files().front()));
  }
  source_->mbox->go_to(job.place);
  std::optional<Batch> batch = source_->mbox->next();
  Split split;
  split.next = source_->mbox->place();
  split.done = source_->mbox->done();
  split.messages = batch ? batch->records().size() : 0;
  split.problems = source_->context.take_problems(!batch);
  if (!job.is_split && !channel_.send(static_cast<std::uint32_t>(Say::kSplit), written(split))) end();
  return batch;
}

void WorkerProcess::on_taken(process::Message& message) {
  const std::optional<std::string> bytes = message.take_bytes();
  not_taken_ -= bytes ? std::min(not_taken_, from_raw<std::uint64_t>(*bytes)) : 0;
}

void WorkerProcess::wait_for_room(std::uint64_t bytes) {
  while (not_taken_ > 0 && not_taken_ + bytes > kMostNotTaken) {
    std::optional<process::Message> message = channel_.receive();
    if (!message) end();
    on_taken(*message);
  }
}

void WorkerProcess::deliver(const Piece& piece, bool is_last) {
  const std::string head = bytes_but_rows(piece);
  const std::array<std::string_view, 2> parts = {head, piece.rows};
  const std::uint64_t size = head.size() + piece.rows.size();
  wait_for_room(size);
  not_taken_ += size;
  if (!channel_.send(static_cast<std::uint32_t>(is_last ? Say::kLastPiece : Say::kPiece), parts)) end();
}

}  // namespace mimebase::run
