// The bytes of one source (a file, a pipe or the output of a decoder), with the same interface for all: a
// window of bytes that is dropped from the front and grows at the end.
//
// Files are read, not mapped. Mapping would save a copy, but changes by other programs would show up in
// the middle of a message, and truncation would end the process with SIGBUS. Reading into memory that is
// reused takes no more time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "input/context.h"

namespace mimebase::input {

// A sequence of bytes: a file, a pipe, decompressed data or an entry of an archive. Errors are noted in
// the context.
class Stream {
 public:
  Stream(Context& context, std::string name) : context_(context), name_(std::move(name)) {}
  virtual ~Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Reads up to `size` bytes: at `offset` with random access, else the next ones. Returns 0 at the end
  // and from then on. An error counts as the end; the bytes before it are returned first.
  [[nodiscard]] virtual std::size_t read(std::uint64_t offset, char* to, std::size_t size) = 0;
  // Like read(), for a stream with random access, but notes no error: for bytes that will be read again.
  [[nodiscard]] virtual std::size_t peek(std::uint64_t /*offset*/, char* /*to*/, std::size_t /*size*/) {
    return 0;
  }
  // From now on, goes on after damaged bytes if possible, instead of ending there. Returns true if the stream
  // has ended because of damage and goes on now.
  [[nodiscard]] virtual bool continue_after_damage() { return false; }
  // True if bytes are missing before those that read() returned last.
  [[nodiscard]] virtual bool follows_gap() const { return false; }
  // True if any offset can be read at any time and the size is known.
  [[nodiscard]] virtual bool has_random_access() const { return false; }

  [[nodiscard]] Context& context() const { return context_; }
  [[nodiscard]] const std::string& name() const { return name_; }  // of the source

 private:
  Context& context_;
  const std::string name_;
};

// The usual size of a chunk.
inline constexpr std::size_t kChunk = std::size_t{256} << 10;

class ChunkPool;

// Reads a stream in chunks. The record at the end of a chunk is moved to the next, which has at least
// twice the record's size. Therefore every byte is moved a bounded number of times, and chunks grow only
// to hold the largest message.
class ByteSource {
 public:
  // `first_chunk` is the capacity of the first chunk, `chunk` that of all others. `total` is the size of
  // the source, if known.
  ByteSource(std::unique_ptr<Stream> stream, std::size_t first_chunk, std::optional<std::uint64_t> total,
             std::size_t chunk = kChunk);
  // For bytes in memory that `owner` keeps alive. Without `is_whole`, the source may continue with bytes
  // that could not be read.
  ByteSource(std::string_view bytes, std::shared_ptr<const void> owner, bool is_whole);
  ~ByteSource();
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  // The bytes held, starting with the first that was not dropped. Valid until the next call of a
  // non-const member, and after that as long as the result of share().
  [[nodiscard]] std::string_view held() const { return {data_ + start_, end_ - start_}; }
  // True if no bytes follow those held.
  [[nodiscard]] bool at_end() const { return at_end_; }
  // Reads more bytes, or finds the end. A read error counts as the end and is noted. Fills the chunk
  // completely, so that batches are not small.
  void read_more();
  // Continues after damaged bytes, if the stream can. See gap_after().
  void continue_after_damage();
  // The offset of the first byte held that is beyond `offset` and follows missing bytes; kNever if there is
  // none. Earlier gaps are forgotten.
  [[nodiscard]] std::uint64_t gap_after(std::uint64_t offset);
  // True if reading failed at the end; the source may continue.
  [[nodiscard]] bool has_failed() const { return has_failed_; }
  // Drops the first `size` bytes held.
  void drop(std::size_t size) {
    start_ += size;
    offset_ += size;
  }
  // Keeps the held bytes in place, for use by any thread, beyond drop() and the lifetime of the source.
  [[nodiscard]] std::shared_ptr<const void> share() const { return owner_; }
  // The size of the entire source, if known in advance.
  [[nodiscard]] std::optional<std::uint64_t> total() const { return total_; }
  // A hint that `size` bytes will be held at once, which saves moving them.
  void expect(std::uint64_t size) { expected_ = size; }
  // The number of bytes dropped, which is the offset in the source of the first byte held.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

  // True if the source can be read at any offset. total() is then known.
  [[nodiscard]] bool has_random_access() const { return !stream_ || stream_->has_random_access(); }
  // Continues at any offset of the source. Drops all bytes held.
  void seek(std::uint64_t offset);
  // The same for an earlier offset. Reads nothing again that is still in memory, so that the sizes of chunks
  // depend on what was read before.
  void rewind(std::uint64_t offset);
  // The offset at which reading failed; the source may continue after it. kNever if reading has not
  // failed or the offset is unknown.
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  [[nodiscard]] std::uint64_t failed_at() const { return failed_at_; }
  // Ends the source at this offset, where another ByteSource of the same bytes has failed and noted the
  // error.
  void fail_at(std::uint64_t offset);
  // Reads up to `size` bytes at an offset, independently of the bytes held. Returns 0 at the end or on an
  // error, which is noted.
  [[nodiscard]] std::size_t read_at(std::uint64_t offset, char* to, std::size_t size);
  // The same without noting an error.
  [[nodiscard]] std::size_t peek_at(std::uint64_t offset, char* to, std::size_t size);

 private:
  [[nodiscard]] std::size_t next_capacity(std::size_t kept) const;
  [[nodiscard]] bool make_room();

  const std::unique_ptr<Stream> stream_;  // null: all bytes are held
  const std::size_t first_chunk_ = 0, chunk_ = 0;
  const std::optional<std::uint64_t> total_;
  std::uint64_t expected_ = 0;
  std::shared_ptr<ChunkPool> pool_;
  std::shared_ptr<const void> owner_;  // of the memory; null before the first read
  const char* data_ = nullptr;
  char* room_ = nullptr;      // the same memory, writable, if it belongs to a stream
  std::size_t capacity_ = 0;  // of the current chunk
  std::size_t start_ = 0;     // offset of the first byte held
  std::size_t end_ = 0;       // end of the bytes read
  std::uint64_t offset_ = 0;
  std::uint64_t failed_at_ = kNever;
  std::deque<std::uint64_t> gaps_;
  bool has_chunk_ = false;  // true after the first chunk, even after a seek()
  bool at_end_ = false;
  bool has_failed_ = false;
};

}  // namespace mimebase::input
