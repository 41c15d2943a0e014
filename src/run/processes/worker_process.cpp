#include "run/processes/worker_process.h"

#include <unistd.h>

#include <utility>

#include "input/file.h"
#include "run/processes/batch_bytes.h"
#include "run/processes/piece_bytes.h"

namespace mimebase::run {
namespace {

// Bytes to read beyond the assigned part of an mbox, for the end of its last message.
constexpr std::size_t kSlack = std::size_t{128} << 10;

// Called when the parent has exited.
[[noreturn]] void end() {
  _exit(0);
}

}  // namespace

// An mbox that workers take turns to split.
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
  while (std::optional<process::Message> message = channel_.receive()) on_job(*message);
}

void WorkerProcess::on_job(process::Message& message) {
  const std::optional<Assignment> job = read_back<Assignment>(message.bytes);
  if (!job) end();
  if (!job->keeps_rows) worker_.stop_keeping_rows();
  const std::optional<Batch> batch =
      job->source != 0 ? split(*job, message) : batch_from(std::move(message.payload));
  if (batch) {
    worker_.work(*batch, [this](Piece piece, bool is_last) { deliver(piece, is_last); },
                 {job->start, job->skipped, &status_.at, job->before});
  } else if (job->source == 0) {
    _exit(1);  // the payload from the reader is not a batch
  }
}

std::optional<Batch> WorkerProcess::split(const Assignment& job, process::Message& message) {
  if (!message.files.empty()) {
    InputOptions options = options_;
    options.batch_bytes = job.batch_bytes;
    source_ = std::make_unique<Source>(job, options, std::move(message.files.front()));
  }
  source_->mbox->go_to(job.place);
  std::optional<Batch> batch = source_->mbox->next();
  SplitReply split;
  split.next = source_->mbox->place();
  split.done = source_->mbox->done();
  split.messages = batch ? batch->records().size() : 0;
  split.problems = source_->context.take_problems(!batch);
  if (!job.is_split && !channel_.send(MessageKind::kSplit, written(split))) end();
  return batch;
}

void WorkerProcess::deliver(const Piece& piece, bool is_last) {
  const std::string_view rows = piece.rows;
  const MessageKind kind = is_last ? MessageKind::kLastPiece : MessageKind::kPiece;
  if (!channel_.send(kind, bytes_but_rows(piece), {&rows, 1})) end();
}

}  // namespace mimebase::run
