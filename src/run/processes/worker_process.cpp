#include "run/processes/worker_process.h"

#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "run/processes/batch_bytes.h"
#include "run/processes/mbox_part.h"
#include "run/processes/piece_bytes.h"
#include "run/processes/remote_signer.h"
#include "run/processes/wire.h"

namespace mimebase::run {

void run_worker_process(const input::Options& options, BatchWorker& worker, process::Channel& channel,
                        process::Status& status) {
  const auto send = [&](MessageKind kind, const std::string& bytes, std::string_view payload) {
    if (!channel.send(kind, bytes, {&payload, 1})) _exit(0);  // the parent has exited
  };
  const auto deliver = [&](const Piece& piece, bool is_last) {
    send(is_last ? MessageKind::kLastPiece : MessageKind::kPiece, bytes_but_rows(piece), piece.rows);
  };
  if (const std::shared_ptr<Signer> keys = worker.signer())
    worker.sign_with(std::make_shared<RemoteSigner>(channel, std::string(keys->kid())));
  MboxParts parts(options, status.progress);
  while (std::optional<process::Message> message = channel.receive()) {
    const std::optional<Assignment> job = read_back<Assignment>(message->bytes);
    if (!job) _exit(0);
    if (!job->keeps_rows) worker.stop_keeping_rows();
    std::optional<Batch> batch;
    if (job->source == 0) {
      batch = batch_from(std::move(message->payload));
      if (!batch) _exit(1);  // the payload from the reader is not a batch
    } else {
      SplitReply split;
      batch = parts.find(*job, *message, split);
      if (!job->is_split) send(MessageKind::kSplit, written(split), {});
    }
    if (batch)
      worker.work(*batch, deliver, {job->start, job->skipped, &status.at, &status.inside, job->before});
  }
}

}  // namespace mimebase::run
