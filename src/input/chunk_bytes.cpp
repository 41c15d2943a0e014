#include "input/chunk_bytes.h"

#include <cstring>
#include <new>

namespace mimebase::input {

std::unique_ptr<char[]> ChunkPool::take(std::size_t capacity) {
  if (capacity == kChunk) {
    const std::lock_guard lock(mutex_);
    if (!free_.empty()) {
      std::unique_ptr<char[]> data = std::move(free_.back());
      free_.pop_back();
      return data;
    }
  }
  return std::unique_ptr<char[]>(new (std::nothrow) char[capacity]);
}

void ChunkPool::give(std::unique_ptr<char[]> data, std::size_t capacity) {
  constexpr std::size_t kMostFree = 4;
  if (!data || capacity != kChunk) return;
  const std::lock_guard lock(mutex_);
  if (free_.size() < kMostFree) free_.push_back(std::move(data));
}

void ChunkBytes::read_more(std::vector<Error>& problems) {
  if (at_end_ || !make_room(problems)) return;
  const std::size_t before = problems.size();
  while (end_ < chunk_->capacity) {
    const std::size_t got = stream_->read(chunk_->data.get() + end_, chunk_->capacity - end_, problems);
    at_end_ = got == 0;
    has_failed_ = has_failed_ || problems.size() > before;
    if (at_end_) return;
    end_ += got;
  }
}

// At the end of what is known to come, a chunk has one byte more: its reading finds the end.
std::size_t ChunkBytes::next_capacity(std::size_t kept) const {
  const std::size_t usual = chunk_ ? kChunk : first_chunk_;
  std::uint64_t capacity = std::max<std::uint64_t>({usual, 2 * kept, chunk_ ? expected_ : 0});
  if (has_random_access()) capacity = std::min(capacity, *total_ - std::min(*total_, offset_) + 1);
  return static_cast<std::size_t>(std::max<std::uint64_t>(capacity, kept + 1));
}

bool ChunkBytes::make_room(std::vector<Error>& problems) {
  if (chunk_ && end_ < chunk_->capacity) return true;
  const std::size_t kept = end_ - start_;
  auto chunk = std::make_shared<Chunk>(pool_, next_capacity(kept));
  if (!chunk->data) {
    problems.push_back(read_error(name_, "a message does not fit into memory"));
    at_end_ = has_failed_ = true;
    return false;
  }
  if (kept > 0) std::memcpy(chunk->data.get(), chunk_->data.get() + start_, kept);
  chunk_ = std::move(chunk);
  start_ = 0;
  end_ = kept;
  return true;
}

void ChunkBytes::seek(std::uint64_t offset) {
  stream_->seek(offset);
  offset_ = offset;
  chunk_ = nullptr;
  start_ = end_ = 0;
  at_end_ = false;
}

}  // namespace mimebase::input
