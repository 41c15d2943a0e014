// Decompresses deflated data (RFC 1951) by zlib, as much at a time as its caller allows.
//
//   Inflater inflater(Inflater::Format::kGzip);
//   inflater.start(packed);
//   inflater.append_rest(text, [&](std::size_t) { return text.size() < kMost; });
#pragma once

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::binary {

class MIMEBASE_FOR_ARCHIVE Inflater {
 public:
  // The frame of the data: nothing, the header and checksum of zlib (RFC 1950), or those of gzip (RFC
  // 1952).
  enum class Format { kRaw, kZlib, kGzip };
  explicit Inflater(Format format);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Returns false if there is no memory for it. It then decompresses nothing.
  [[nodiscard]] bool is_open() const { return is_open_; }
  // Begins with other data.
  void start(std::string_view packed = {});
  // Continues with more of it. At most 2 GB are taken.
  void give(std::string_view packed);
  // Writes at most `size` bytes, and returns how many. Fewer mean that more data is needed, or that it has
  // ended or is damaged.
  std::size_t read(char* to, std::size_t size);
  // Appends what is left in pieces, for each of which `charge` is called with its size. Returns false if
  // `charge` does. Memory is taken as it is needed, but no more than `most` bytes ahead; 0 leaves it to
  // `out`.
  bool append_rest(std::string& out, std::uint64_t most, const std::function<bool(std::size_t)>& charge);

  // The data that was given, and was not needed yet.
  [[nodiscard]] std::string_view rest() const {
    return {reinterpret_cast<const char*>(stream_.next_in), stream_.avail_in};
  }
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }
  // The fault of damaged data, in the words of zlib; may be empty.
  [[nodiscard]] std::string_view damage() const {
    return stream_.msg != nullptr ? std::string_view(stream_.msg) : std::string_view();
  }

 private:
  [[nodiscard]] std::size_t count_rest(std::size_t most);

  z_stream stream_ = {};
  bool is_open_ = false, has_ended_ = false, is_damaged_ = false;
};

}  // namespace mimebase::binary
