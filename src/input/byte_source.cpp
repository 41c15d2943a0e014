#include "input/byte_source.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <new>
#include <vector>

namespace mimebase::input {

// Reusable memory. Fresh pages from the system cost more than reading data into them.
class ChunkPool {
 public:
  // Keeps chunks of `usual` bytes for reuse.
  explicit ChunkPool(std::size_t usual) : usual_(usual) {}

  // Returns `capacity` bytes, or null if there is not enough memory.
  [[nodiscard]] char* take(std::size_t capacity) {
    if (capacity == usual_) {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        char* const data = free_.back().release();
        free_.pop_back();
        return data;
      }
    }
    return new (std::nothrow) char[capacity];
  }

  // May be called from any thread.
  void give(char* chunk, std::size_t capacity) {
    constexpr std::size_t kMaxFree = 4;
    std::unique_ptr<char[]> data(chunk);
    if (capacity != usual_) return;
    const std::lock_guard lock(mutex_);
    if (free_.size() < kMaxFree) free_.push_back(std::move(data));
  }

 private:
  const std::size_t usual_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<char[]>> free_;
};

ByteSource::ByteSource(std::unique_ptr<Stream> stream, std::size_t first_chunk,
                       std::optional<std::uint64_t> total, std::size_t chunk)
    : stream_(std::move(stream)),
      first_chunk_(first_chunk),
      chunk_(chunk),
      total_(total),
      pool_(std::make_shared<ChunkPool>(chunk)) {}

ByteSource::ByteSource(std::string_view bytes, std::shared_ptr<const void> owner, bool is_whole)
    : total_(bytes.size()),
      owner_(std::move(owner)),
      data_(bytes.data()),
      end_(bytes.size()),
      at_end_(true),
      has_failed_(!is_whole) {}

ByteSource::~ByteSource() = default;

void ByteSource::read_more() {
  if (at_end_ || !make_room()) return;
  const Context& context = stream_->context();
  std::size_t before = context.problems().size();
  while (end_ < capacity_) {
    const std::uint64_t at = offset_ + (end_ - start_);
    const std::size_t wanted =
        std::min<std::uint64_t>(capacity_ - end_, failed_at_ - std::min(failed_at_, at));
    const std::size_t got = wanted > 0 ? stream_->read(at, room_ + end_, wanted) : 0;
    at_end_ = got == 0;
    if (!at_end_ && stream_->follows_gap()) {
      gaps_.push_back(at);
      before = context.problems().size();
    }
    has_failed_ = has_failed_ || context.problems().size() > before;
    if (at_end_ && has_failed_) fail_at(at);
    if (at_end_) return;
    end_ += got;
  }
}

void ByteSource::continue_after_damage() {
  if (!stream_ || !stream_->continue_after_damage()) return;
  at_end_ = has_failed_ = false;
  failed_at_ = kNever;
}

std::uint64_t ByteSource::gap_after(std::uint64_t offset) {
  while (!gaps_.empty() && gaps_.front() <= offset) gaps_.pop_front();
  return gaps_.empty() ? kNever : gaps_.front();
}

// A chunk that reaches the known end has one byte more, so that reading it detects the end.
std::size_t ByteSource::next_capacity(std::size_t kept) const {
  std::uint64_t capacity =
      std::max<std::uint64_t>({has_chunk_ ? chunk_ : first_chunk_, 2 * kept, has_chunk_ ? expected_ : 0});
  if (has_random_access()) capacity = std::min(capacity, *total_ - std::min(*total_, offset_) + 1);
  return static_cast<std::size_t>(std::max<std::uint64_t>(capacity, kept + 1));
}

bool ByteSource::make_room() {
  if (room_ != nullptr && end_ < capacity_) return true;
  const std::string_view kept = held();
  const std::size_t capacity = next_capacity(kept.size());
  char* const room = pool_->take(capacity);
  if (room == nullptr) {
    stream_->context().note(stream_->name(), "a message does not fit into memory (see --limits memory)",
                            Error::Code::kReadError);
    at_end_ = true;
    fail_at(offset_ + kept.size());
    return false;
  }
  // Other threads may read shared bytes while the rest is filled.
  std::shared_ptr<char> owner(room, [pool = pool_, capacity](char* data) { pool->give(data, capacity); });
  kept.copy(room, kept.size());
  data_ = room_ = room;
  has_chunk_ = true;
  owner_ = std::move(owner);
  capacity_ = capacity;
  start_ = 0;
  end_ = kept.size();
  return true;
}

void ByteSource::seek(std::uint64_t offset) {
  if (!stream_) {
    offset_ = start_ = static_cast<std::size_t>(std::min<std::uint64_t>(offset, end_));
    return;
  }
  offset_ = offset;
  owner_ = nullptr;
  data_ = room_ = nullptr;
  start_ = end_ = capacity_ = 0;
  at_end_ = false;
}

void ByteSource::rewind(std::uint64_t offset) {
  const std::uint64_t back = offset_ - offset;
  if (back > start_) return seek(offset);
  start_ -= static_cast<std::size_t>(back);
  offset_ = offset;
}

void ByteSource::fail_at(std::uint64_t offset) {
  failed_at_ = std::min(failed_at_, offset);
  has_failed_ = has_failed_ || failed_at_ != kNever;
}

std::size_t ByteSource::read_at(std::uint64_t offset, char* to, std::size_t size) {
  return stream_ ? stream_->read(offset, to, size) : peek_at(offset, to, size);
}

std::size_t ByteSource::peek_at(std::uint64_t offset, char* to, std::size_t size) {
  if (stream_) return stream_->peek(offset, to, size);
  return std::string_view(data_, end_).copy(to, size, std::min<std::uint64_t>(offset, end_));
}

}  // namespace mimebase::input
