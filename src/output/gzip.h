// Writes gzip files.
#pragma once

#include <zlib.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "mimebase/result.h"

namespace mimebase::output {

// Compresses to a gzip file (RFC 1952) without name and time. The output does not depend on how the input is
// divided.
class Gzip {
 public:
  Gzip() {
    constexpr int kFormat = 15 + 16;  // the largest window, plus 16 for a gzip header
    works_ =
        deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kFormat, 8, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~Gzip() { deflateEnd(&stream_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // Returns the compressed bytes to write for `bytes`, often none yet. `is_end` ends the file. The view is
  // valid until the next call. Fails if memory runs out.
  Result<std::string_view> add(std::string_view bytes, bool is_end) {
    out_.clear();
    while (works_ && !bytes.empty()) {
      const std::string_view some = bytes.substr(0, kAtOnce - in_.size());
      in_ += some;
      bytes.remove_prefix(some.size());
      if (in_.size() == kAtOnce) deflate_all(Z_NO_FLUSH);
    }
    if (works_ && is_end) deflate_all(Z_FINISH);
    if (!works_) return Error{Error::Code::kUnwritable, "cannot be compressed"};
    return std::string_view(out_);
  }

 private:
  // Input is buffered to this size, because zlib's output could depend on the sizes of its input chunks.
  static constexpr std::size_t kAtOnce = std::size_t{1} << 17;

  // Compresses `in_` and appends the result to `out_`.
  void deflate_all(int flush) {
    stream_.next_in = reinterpret_cast<Bytef*>(in_.data());
    stream_.avail_in = static_cast<uInt>(in_.size());
    int result = Z_OK;
    do {
      const std::size_t size = out_.size();
      out_.resize(size + kAtOnce);
      stream_.next_out = reinterpret_cast<Bytef*>(out_.data() + size);
      stream_.avail_out = kAtOnce;
      result = deflate(&stream_, flush);
      out_.resize(size + kAtOnce - stream_.avail_out);
    } while (result != Z_STREAM_ERROR && stream_.avail_out == 0);
    works_ = flush == Z_FINISH ? result == Z_STREAM_END : result != Z_STREAM_ERROR;
    in_.clear();
  }

  z_stream stream_ = {};
  bool works_ = false;
  std::string in_, out_;
};

}  // namespace mimebase::output
