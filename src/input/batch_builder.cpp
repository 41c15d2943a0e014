#include "input/batch_builder.h"

#include <algorithm>
#include <new>
#include <utility>

namespace mimebase::input {
namespace {

constexpr std::size_t kMostRecords = 512;
constexpr std::size_t kMostBytes = std::size_t{4} << 20;

}  // namespace

BatchBuilder::Block::Block(std::size_t size) : data(new (std::nothrow) char[size]) {}

BatchBuilder::BatchBuilder(std::size_t batch_bytes) : batch_bytes_(std::min(batch_bytes, kMostBytes)) {}

char* BatchBuilder::room() {
  if (!block_) block_ = std::make_shared<Block>(batch_bytes_ + kSmall);
  return block_->data ? block_->data.get() + used_ : nullptr;
}

std::string_view BatchBuilder::take_room(std::size_t size) {
  const std::string_view taken(block_->data.get() + used_, size);
  used_ += size;
  return taken;
}

std::string_view BatchBuilder::keep_name(std::string name) {
  return block_->names.emplace_back(std::move(name));
}

bool BatchBuilder::is_full() const {
  return used_ >= batch_bytes_ || records_.size() >= kMostRecords;
}

std::optional<Batch> BatchBuilder::take() {
  std::optional<Batch> batch;
  if (!records_.empty()) batch.emplace(block_, std::move(records_));
  records_ = {};
  block_ = nullptr;
  used_ = 0;
  return batch;
}

}  // namespace mimebase::input
