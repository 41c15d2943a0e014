#include "run/processes/worker_process.h"

#include <unistd.h>

#include <utility>

#include "run/processes/batch_bytes.h"
#include "run/processes/piece_bytes.h"

namespace mimebase::run {
namespace {

// Called when the parent has exited.
[[noreturn]] void end() {
  _exit(0);
}

}  // namespace

WorkerProcess::WorkerProcess(const input::Options& options, BatchWorker& worker, process::Channel& channel,
                             process::Status& status)
    : parts_(options, status.progress), worker_(worker), channel_(channel), status_(status) {}

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
  SplitReply split;
  std::optional<Batch> batch = parts_.find(job, message, split);
  if (!job.is_split && !channel_.send(MessageKind::kSplit, written(split))) end();
  return batch;
}

void WorkerProcess::deliver(const Piece& piece, bool is_last) {
  const std::string_view rows = piece.rows;
  const MessageKind kind = is_last ? MessageKind::kLastPiece : MessageKind::kPiece;
  if (!channel_.send(kind, bytes_but_rows(piece), {&rows, 1})) end();
}

}  // namespace mimebase::run
