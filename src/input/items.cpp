#include "input/items.h"

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

std::optional<Batch> Items::next() {
  while (!context_.stop.asked()) {
    if (small_.is_full() || (inner_ && !small_.is_empty())) {
      if (std::optional<Batch> batch = small_.take()) return batch;  // nothing, if all of it was no mail
    }
    if (inner_) {
      if (std::optional<Batch> batch = inner_->next()) return batch;
      inner_ = nullptr;
    } else {
      const bool goes_on = step();
      context_.bound_problems();
      if (!goes_on) return small_.take();
    }
  }
  return std::nullopt;
}

// A message is added to the others; what else it may be is a store of its own.
void Items::take(Item item, std::size_t size, bool is_whole) {
  const std::string_view bytes(room(), size);
  const std::string_view head = bytes.substr(0, kHead);
  if (container_kind(head) == ContainerKind::kNone) {
    const Result<std::optional<Beginning>> judged = judge(head, item, context_);
    took_any_ = took_any_ || !judged || *judged;
    if (!judged) return context_.note(judged.error());
    if (!*judged) return;
    const Beginning& beginning = **judged;
    if (beginning.holds == Holds::kMessage && !beginning.counted &&
        size <= context_.options.limits.message_bytes) {
      small_.take_room(size);
      Record record;
      record.source = small_.keep_name(std::move(item.source));
      record.number = 1;
      record.bytes_offset = beginning.lead + beginning.from_line;
      record.before = bytes.substr(0, record.bytes_offset);
      record.bytes = bytes.substr(record.bytes_offset);
      record.incomplete = !is_whole;
      small_.add(record);
      return;
    }
  }
  take(std::move(item), std::make_unique<ByteSource>(small_.take_room(size), small_.block(), is_whole));
}

void Items::take(Item item, std::unique_ptr<ByteSource> bytes) {
  Result<std::unique_ptr<Store>> store = open_store(context_, std::move(item), std::move(bytes));
  took_any_ = took_any_ || !store || *store != nullptr;
  if (store) {
    inner_ = std::move(*store);
  } else {
    context_.note(store.error());
  }
}

}  // namespace mimebase::input
