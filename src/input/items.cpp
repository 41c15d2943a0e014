#include "input/items.h"

#include <utility>

#include "input/chunk_bytes.h"
#include "input/container_kind.h"
#include "input/one_source.h"

namespace mimebase::input {

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
    const Judgement judgement = judge(head, item, context_);
    took_any_ = took_any_ || judgement.problem || judgement.beginning;
    if (judgement.problem) context_.problems.push_back(*judgement.problem);
    if (!judgement.beginning) return;
    const Beginning& beginning = *judgement.beginning;
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
  take(std::move(item), std::make_unique<MemoryBytes>(small_.take_room(size), small_.block(), is_whole));
}

void Items::take(Item item, std::unique_ptr<ByteSource> bytes) {
  Result<std::unique_ptr<Store>> store = open_store(context_, std::move(item), std::move(bytes));
  took_any_ = took_any_ || !store || *store != nullptr;
  if (store) {
    inner_ = std::move(*store);
  } else {
    context_.problems.push_back(store.error());
  }
}

}  // namespace mimebase::input
