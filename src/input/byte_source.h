// Where the bytes of one source come from: a file, a pipe, what a decoder gives. All show the same face, a
// window of bytes that is dropped from the front and grows at the end.
//
// Files are read and not mapped, though mapping saves a copy: whatever another program does to a mapped file
// is seen in the midst of a message, and where it was cut the process ends with SIGBUS. Read into memory that
// is used again and again, they cost no more time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "input/context.h"

namespace mimebase::input {

// Bytes that can be read on: a file or a pipe, decompressed data, an entry of an archive. What goes wrong is
// noted in the context.
class Stream {
 public:
  Stream(Context& context, std::string name) : context_(context), name_(std::move(name)) {}
  virtual ~Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Reads up to `size` bytes, of what has random access at `offset`, else what follows. 0 is the end, and
  // stays it. An error is the end too; what was read before it is given first.
  [[nodiscard]] virtual std::size_t read(std::uint64_t offset, char* to, std::size_t size) = 0;
  // True of what lies somewhere as a whole, and its size is known.
  [[nodiscard]] virtual bool has_random_access() const { return false; }

  [[nodiscard]] Context& context() const { return context_; }
  [[nodiscard]] const std::string& name() const { return name_; }  // of the source

 private:
  Context& context_;
  const std::string name_;
};

// As many bytes as a chunk has, if nothing speaks for fewer or more.
inline constexpr std::size_t kChunk = std::size_t{2} << 20;

class ChunkPool;

// Chunks are filled from a stream one after another; the record that a chunk ends in is moved to the next,
// which is twice its size where that is more than usual: so every byte is moved a bounded number of times,
// and a chunk grows only to hold the largest message.
class ByteSource {
 public:
  // `first_chunk` is the capacity of the first chunk, `chunk` of all others; `total` the size of the whole,
  // where that is known.
  ByteSource(std::unique_ptr<Stream> stream, std::size_t first_chunk, std::optional<std::uint64_t> total,
             std::size_t chunk = kChunk);
  // Bytes that lie as a whole in the memory of `owner`. Not `is_whole`: more may follow that could not be
  // read.
  ByteSource(std::string_view bytes, std::shared_ptr<const void> owner, bool is_whole);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // The bytes that are held, from the first one not dropped. Valid until the next call of a member that is
  // not const, and behind that as long as a share().
  [[nodiscard]] std::string_view held() const { return {data_ + start_, end_ - start_}; }
  // True if no byte follows those that are held.
  [[nodiscard]] bool at_end() const { return at_end_; }
  // Holds more bytes, or finds the end; a read error is the end too, and noted. Fills a chunk to its end, for
  // batches of a good size.
  void read_more();
  // True if the end is where reading failed: more may follow it in the source.
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  // Drops the first `size` bytes held.
  void drop(std::size_t size) {
    start_ += size;
    offset_ += size;
  }
  // Keeps the bytes held where they are, from any thread, past a drop() and past the source.
  [[nodiscard]] std::shared_ptr<const void> share() const { return owner_; }
  // The size of the whole source, where it is known beforehand.
  [[nodiscard]] std::optional<std::uint64_t> total() const { return total_; }
  // So many bytes are going to be held at once: a hint that saves moving them.
  void expect(std::uint64_t size) { expected_ = size; }
  // How many bytes were dropped: the offset in the source of the first byte held.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

  // True of what lies somewhere as a whole: what follows may be asked for then, and total() is known.
  [[nodiscard]] bool has_random_access() const { return !stream_ || stream_->has_random_access(); }
  // Goes on at any byte of the source, and holds nothing.
  void seek(std::uint64_t offset);
  // Where reading has failed: more may follow it in the source. kNever if it has not, or that is not known.
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  [[nodiscard]] std::uint64_t failed_at() const { return failed_at_; }
  // Another one of the same bytes has failed there, and has said so: it ends there, too.
  void fail_at(std::uint64_t offset);
  // Reads up to `size` bytes at an offset, which neither depends on what is held nor changes it. 0 is the
  // end, or an error, which is noted.
  [[nodiscard]] std::size_t read_at(std::uint64_t offset, char* to, std::size_t size);

 private:
  [[nodiscard]] std::size_t next_capacity(std::size_t kept) const;
  [[nodiscard]] bool make_room();

  const std::unique_ptr<Stream> stream_;  // null: all bytes are held
  const std::size_t first_chunk_ = 0, chunk_ = 0;
  const std::optional<std::uint64_t> total_;
  std::uint64_t expected_ = 0;
  std::shared_ptr<ChunkPool> pool_;
  std::shared_ptr<const void> owner_;  // of the memory; null before anything was read
  const char* data_ = nullptr;
  char* room_ = nullptr;      // the same, of a stream
  std::size_t capacity_ = 0;  // of a chunk
  std::size_t start_ = 0;     // of the first byte held
  std::size_t end_ = 0;       // of what was read
  std::uint64_t offset_ = 0;
  std::uint64_t failed_at_ = kNever;
  bool has_chunk_ = false;  // has had one, perhaps before a seek()
  bool at_end_ = false;
  bool has_failed_ = false;
};

}  // namespace mimebase::input
