#include "run/rows/local_rows.h"

#include <string>
#include <utility>

namespace mimebase::run {
namespace {

std::string input_name(const RowInput& input) {
  return input.bytes ? "-" : input.path;
}

}  // namespace

LocalRows::LocalRows(RowKind kind, std::vector<RowInput> inputs, const ReadOptions& options)
    : inputs_(std::move(inputs)),
      options_(run_options(options)),
      command_(row_command(kind, options)),
      sender_(command_,
              [this](Chunk chunk) {
                chunks_.push_back(std::move(chunk));
                return true;
              }),
      collector_(options_, sender_),
      worker_(command_) {}

Result<std::optional<Chunk>> LocalRows::next(std::chrono::milliseconds most) {
  const auto begun = std::chrono::steady_clock::now();
  while (chunks_.empty() && !has_ended_) {
    step();
    if (std::chrono::steady_clock::now() - begun >= most) break;
  }
  if (chunks_.empty()) {
    if (failed_) return *failed_;
    return std::optional<Chunk>();
  }
  std::optional<Chunk> chunk = std::move(chunks_.front());
  chunks_.pop_front();
  return chunk;
}

void LocalRows::step() {
  if (collector_.failed()) {
    finish();
  } else if (batch_) {
    read_message();
  } else if (reader_) {
    read_batch();
  } else if (next_input_ < inputs_.size()) {
    open_input();
  } else {
    finish();
  }
}

void LocalRows::open_input() {
  RowInput& input = inputs_[next_input_++];
  const std::string name = input_name(input);
  sender_.set_is_bytes(input.bytes.has_value());
  if (!collector_.begin_input(name)) return;
  const Limits& limits = options_.analyze.limits;
  Result<Reader> opened = input.bytes ? Reader::open_bytes(*input.bytes, options_.input, limits)
                                      : Reader::open(input.path, options_.input, limits);
  input.bytes.reset();
  problems_ = 0;
  if (opened) {
    reader_ = std::move(*opened);
  } else if (opened.error().code == Error::Code::kUsage) {
    collector_.fail(opened.error());
  } else {
    collector_.end_input({}, {opened.error()});
  }
}

void LocalRows::read_batch() {
  Batch next = reader_->next();
  next_record_ = 0;
  if (next) {
    batch_ = std::make_shared<const Batch>(std::move(next));
    return;
  }
  skipped_files_ += reader_->skipped_files();
  collector_.end_input({}, problems_since(problems_, *reader_));
  reader_.reset();
}

void LocalRows::read_message() {
  const bool is_last = next_record_ + 1 == batch_->records().size();
  const Batch one(batch_, {batch_->records()[next_record_++]});
  collector_.begin_batch({});
  // The analysis would blame the current message for an exception from here.
  const auto take = [this](Piece piece, bool) {
    try {
      collector_.take(std::move(piece));
    } catch (const std::bad_alloc&) {
      collector_.fail({Error::Code::kNoMemory, "out of memory"});
    }
  };
  worker_.work(one, take);
  collector_.end_batch({}, is_last ? problems_since(problems_, *reader_) : std::vector<Error>());
  if (is_last) batch_.reset();
}

void LocalRows::finish() {
  sender_.set_skipped_files(skipped_files_);
  const Result<RunSummary> done = collector_.finish();
  if (!done) failed_ = done.error();
  has_ended_ = true;
}

}  // namespace mimebase::run
