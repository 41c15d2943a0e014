#include "run/in_process.h"

#include <algorithm>
#include <new>
#include <span>
#include <utility>

namespace mimebase::run {

void InProcess::open(const RowInput& input) {
  const Limits& limits = options_.analyze.limits;
  Result<Reader> reader = input.bytes ? Reader::open_bytes(*input.bytes, options_.input, limits)
                                      : Reader::open(input.path, options_.input, limits);
  if (!reader) {
    if (reader.error().code == Error::Code::kUsage) return collector_.fail(reader.error());
    return collector_.end_input({}, {reader.error()});
  }
  reader_ = std::move(*reader);
  problems_taken_ = 0;
  digests_.reset();
  if (collector_.wants_sources()) digests_.emplace(collector_.destination().known_source());
  begin_progress();
}

void InProcess::read_batch() {
  Batch next = reader_->next();
  const std::span<const Error> met = reader_->problems().subspan(problems_taken_);
  problems_taken_ += met.size();
  problems_.assign(met.begin(), met.end());
  progress(reader_->bytes_done(), next.records().size());
  if (!next) return;
  ended_ = digests_ ? digests_->pass(next, problems_) : EndedSources();
  batch_ = std::make_shared<const Batch>(std::move(next));
  next_record_ = 0;
}

bool InProcess::step() {
  if (!reader_) return false;  // it could not be opened
  const auto goes_on = [this] { return !collector_.failed() && !collector_.destination().is_done(); };
  if (!batch_ && goes_on()) read_batch();
  if (!batch_ || !goes_on()) {
    skipped_files_ += reader_->skipped_files();
    collector_.destination().found(found_, true);
    collector_.end_input(digests_ ? digests_->finish(problems_) : std::nullopt, problems_);
    problems_.clear();
    batch_.reset();
    reader_.reset();
    return false;
  }

  const std::vector<Record>& records = batch_->records();
  const std::size_t first = next_record_;
  next_record_ += std::min(records.size() - first, most_messages_);
  const Batch some(batch_, std::vector<Record>(records.data() + first, records.data() + next_record_));
  // The analysis would report an exception from here as a fault of the current message.
  const auto take = [this](Piece piece, bool) {
    try {
      collector_.take(std::move(piece));
    } catch (const std::bad_alloc&) {
      collector_.fail({Error::Code::kNoMemory, "out of memory"});
    }
  };
  if (first == 0) collector_.begin_batch(ended_);
  worker_->work(some, take, {.before = found_ - records.size() + first});
  if (next_record_ == records.size()) {
    batch_.reset();
    collector_.end_batch(ended_, std::exchange(problems_, {}));
  }
  collector_.report_problems();
  return true;
}

}  // namespace mimebase::run
