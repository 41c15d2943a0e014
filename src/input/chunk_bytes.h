// Sources that are in memory of our own: chunks filled from a stream, or bytes that are there as a whole.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/byte_source.h"
#include "input/stream.h"

namespace mimebase::input {

// As many bytes as a chunk has, if nothing speaks for fewer or more.
inline constexpr std::size_t kChunk = std::size_t{2} << 20;

// Memory that has been used and will be: what the system gives anew costs more than what is read into it.
class ChunkPool {
 public:
  // `capacity` bytes, or null if there is not so much memory.
  [[nodiscard]] std::unique_ptr<char[]> take(std::size_t capacity);
  // From any thread.
  void give(std::unique_ptr<char[]> data, std::size_t capacity);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<char[]>> free_;  // of kChunk bytes each
};

// Memory that is filled from the front. Shares of it may be read while its rest is filled.
struct Chunk {
  Chunk(std::shared_ptr<ChunkPool> pool_in, std::size_t capacity_in)
      : pool(std::move(pool_in)), data(pool->take(capacity_in)), capacity(capacity_in) {}
  ~Chunk() { pool->give(std::move(data), capacity); }
  Chunk(const Chunk&) = delete;
  Chunk& operator=(const Chunk&) = delete;

  std::shared_ptr<ChunkPool> pool;
  std::unique_ptr<char[]> data;  // null if there is not so much memory
  std::size_t capacity;
};

// Chunks are filled one after another; the record that a chunk ends in is moved to the next, which is twice
// its size where that is more than usual: so every byte is moved a bounded number of times, and a chunk grows
// only to hold the largest message.
class ChunkBytes final : public ByteSource {
 public:
  // `first_chunk` is the capacity of the first chunk, `total` the size of all, where that is known.
  ChunkBytes(std::unique_ptr<Stream> stream, std::string name, std::size_t first_chunk,
             std::optional<std::uint64_t> total)
      : stream_(std::move(stream)), name_(std::move(name)), first_chunk_(first_chunk), total_(total) {}

  std::string_view held() const override {
    return chunk_ ? std::string_view(chunk_->data.get() + start_, end_ - start_) : std::string_view();
  }
  bool at_end() const override { return at_end_; }
  bool has_failed() const override { return has_failed_; }
  void drop(std::size_t size) override {
    start_ += size;
    offset_ += size;
  }
  std::shared_ptr<const void> share(std::size_t /*size*/) override { return chunk_; }
  std::optional<std::uint64_t> total() const override { return total_; }
  void expect(std::uint64_t size) override { expected_ = size; }
  // Fills a chunk to its end, for batches of a good size.
  void read_more(std::vector<Error>& problems) override;

  bool has_random_access() const override { return stream_->has_random_access(); }
  void seek(std::uint64_t offset) override;
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t size,
                      std::vector<Error>& problems) override {
    return stream_->read_at(offset, to, size, problems);
  }

 private:
  [[nodiscard]] std::size_t next_capacity(std::size_t kept) const;
  bool make_room(std::vector<Error>& problems);

  std::unique_ptr<Stream> stream_;
  std::string name_;
  std::size_t first_chunk_;
  std::optional<std::uint64_t> total_;
  std::uint64_t expected_ = 0;
  std::shared_ptr<ChunkPool> pool_ = std::make_shared<ChunkPool>();
  std::shared_ptr<Chunk> chunk_;
  std::size_t start_ = 0;  // in the chunk, of the first byte held
  std::size_t end_ = 0;    // in the chunk, of what was read
  bool at_end_ = false;
  bool has_failed_ = false;
};

// Bytes that lie as a whole in the memory of `owner`.
class MemoryBytes final : public ByteSource {
 public:
  // Not `is_whole`: more bytes may follow that could not be read.
  MemoryBytes(std::string_view bytes, std::shared_ptr<const void> owner, bool is_whole)
      : all_(bytes), bytes_(bytes), owner_(std::move(owner)), is_whole_(is_whole) {}

  std::string_view held() const override { return bytes_; }
  bool at_end() const override { return true; }
  bool has_failed() const override { return !is_whole_; }
  void read_more(std::vector<Error>& /*problems*/) override {}
  void drop(std::size_t size) override {
    bytes_.remove_prefix(size);
    offset_ += size;
  }
  std::shared_ptr<const void> share(std::size_t /*size*/) override { return owner_; }
  std::optional<std::uint64_t> total() const override { return all_.size(); }

  bool has_random_access() const override { return true; }
  void seek(std::uint64_t offset) override {
    offset_ = std::min<std::uint64_t>(offset, all_.size());
    bytes_ = all_.substr(offset_);
  }
  std::size_t read_at(std::uint64_t offset, char* to, std::size_t size,
                      std::vector<Error>& /*problems*/) override {
    return all_.copy(to, size, std::min<std::uint64_t>(offset, all_.size()));
  }

 private:
  std::string_view all_;
  std::string_view bytes_;
  std::shared_ptr<const void> owner_;
  bool is_whole_;
};

}  // namespace mimebase::input
