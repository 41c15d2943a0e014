#include "input/chunk_bytes.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace mimebase::input {

Chunk::Chunk(std::size_t capacity_in) : data(new (std::nothrow) char[capacity_in]), capacity(capacity_in) {}

void ChunkBytes::read_more(std::vector<Error>& problems) {
  if (at_end_ || !make_room(problems)) return;
  while (end_ < chunk_->capacity) {
    const std::size_t got = stream_->read(chunk_->data.get() + end_, chunk_->capacity - end_, problems);
    at_end_ = got == 0;
    if (at_end_) return;
    end_ += got;
  }
}

bool ChunkBytes::make_room(std::vector<Error>& problems) {
  if (chunk_ && end_ < chunk_->capacity) return true;
  const std::size_t kept = end_ - start_;
  const std::size_t usual = chunk_ ? kChunk : first_chunk_;
  auto chunk = std::make_shared<Chunk>(std::max(usual, 2 * kept));
  if (!chunk->data) {
    problems.push_back(unreadable(name_, "a message does not fit into memory"));
    at_end_ = true;
    return false;
  }
  if (kept > 0) std::memcpy(chunk->data.get(), chunk_->data.get() + start_, kept);
  chunk_ = std::move(chunk);
  start_ = 0;
  end_ = kept;
  return true;
}

}  // namespace mimebase::input
