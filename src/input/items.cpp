#include "input/items.h"

#include <algorithm>
#include <new>
#include <utility>

namespace mimebase::input {

Items::Block::Block(std::size_t size) : data(new (std::nothrow) char[size]) {}

Items::Items(Context& context)
    : Store(context), batch_bytes_(std::min(context.options.batch_bytes, std::size_t{4} << 20)) {}

char* Items::room() {
  if (!block_) block_ = std::make_shared<Block>(batch_bytes_ + kSmall);
  return block_->data ? block_->data.get() + used_ : nullptr;
}

bool Items::is_full() const {
  constexpr std::size_t kMaxRecords = 512;
  return used_ >= batch_bytes_ || records_.size() >= kMaxRecords;
}

std::optional<Batch> Items::take_small() {
  std::optional<Batch> batch;
  if (!records_.empty()) batch.emplace(block_, std::move(records_));
  records_ = {};
  block_ = nullptr;
  used_ = 0;
  return batch;
}

std::optional<Batch> Items::next() {
  const std::size_t problems = context_.problems().size();
  while (!context_.stop.asked()) {
    // A problem is reported after the records before it, and before the next one.
    const bool has_problem = context_.problems().size() > problems && !records_.empty();
    if (is_full() || has_problem || (inner_ && !records_.empty())) {
      if (std::optional<Batch> batch = take_small()) return batch;  // nothing, if none of it was mail
    }
    if (inner_) {
      if (std::optional<Batch> batch = inner_->next()) return batch;
      inner_ = nullptr;
    } else {
      const bool goes_on = step();
      context_.bound_problems();
      if (!goes_on) return take_small();
    }
  }
  return std::nullopt;
}

// Adds a message to the current batch; anything else becomes a store of its own.
void Items::take(Item item, std::size_t size, bool is_whole) {
  const std::string_view bytes(room(), size);
  const std::string_view head = bytes.substr(0, kHead);
  if (container_kind(head) == ContainerKind::kNone) {
    const Result<std::optional<Beginning>> judged = judge(head, item, context_);
    took_any_ = took_any_ || !judged || *judged;
    if (!judged) return context_.note(judged.error());
    if (!*judged) return skip(head, item, context_);
    const Beginning& beginning = **judged;
    const bool is_document = beginning.content == ContentKind::kDocument;
    if ((beginning.content == ContentKind::kMessage || is_document) && !beginning.counted &&
        size <= context_.options.limits.message_bytes) {
      used_ += size;
      context_.begin_record();
      Record& record = records_.emplace_back();
      record.source = block_->texts.emplace_back(std::move(item.source));
      if (!context_.options.retrieval_root.empty())
        record.retrieval_url = block_->texts.emplace_back(context_.retrieval_url_of(record.source));
      record.number = 1;
      record.bytes_offset = beginning.lead + beginning.from_line;
      record.before = bytes.substr(0, record.bytes_offset);
      record.bytes = bytes.substr(record.bytes_offset);
      record.incomplete = !is_whole;
      if (is_document) {
        record.kind = RecordKind::kDocument;
        record.content_type = block_->texts.emplace_back(beginning.content_type);
      }
      return;
    }
  }
  used_ += size;
  take(std::move(item), std::make_unique<ByteSource>(bytes, block_, is_whole));
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
