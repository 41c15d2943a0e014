// Sources that are in memory of our own: chunks filled from a stream, or bytes that are there as a whole.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "input/byte_source.h"
#include "input/stream.h"

namespace mimebase::input {

// As many bytes as a chunk has, if nothing speaks for fewer or more.
inline constexpr std::size_t kChunk = std::size_t{2} << 20;

// Memory that is filled from the front. Shares of it may be read while its rest is filled.
struct Chunk {
  explicit Chunk(std::size_t capacity_in);
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
  void drop(std::size_t size) override {
    start_ += size;
    offset_ += size;
  }
  std::shared_ptr<const void> share(std::size_t /*size*/) override { return chunk_; }
  std::optional<std::uint64_t> total() const override { return total_; }
  // Fills a chunk to its end, for batches of a good size.
  void read_more(std::vector<Error>& problems) override;

 private:
  bool make_room(std::vector<Error>& problems);

  std::unique_ptr<Stream> stream_;
  std::string name_;
  std::size_t first_chunk_;
  std::optional<std::uint64_t> total_;
  std::shared_ptr<Chunk> chunk_;
  std::size_t start_ = 0;  // in the chunk, of the first byte held
  std::size_t end_ = 0;    // in the chunk, of what was read
  bool at_end_ = false;
};

// Bytes that lie as a whole in the memory of `owner`.
class MemoryBytes final : public ByteSource {
 public:
  MemoryBytes(std::string_view bytes, std::shared_ptr<const void> owner)
      : bytes_(bytes), total_(bytes.size()), owner_(std::move(owner)) {}

  std::string_view held() const override { return bytes_; }
  bool at_end() const override { return true; }
  void read_more(std::vector<Error>& /*problems*/) override {}
  void drop(std::size_t size) override {
    bytes_.remove_prefix(size);
    offset_ += size;
  }
  std::shared_ptr<const void> share(std::size_t /*size*/) override { return owner_; }
  std::optional<std::uint64_t> total() const override { return total_; }

 private:
  std::string_view bytes_;
  std::uint64_t total_;
  std::shared_ptr<const void> owner_;
};

}  // namespace mimebase::input
