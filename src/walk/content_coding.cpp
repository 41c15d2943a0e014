#include "walk/content_coding.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::walk {
namespace {

constexpr int kGzip = 16 + MAX_WBITS, kZlib = MAX_WBITS, kRawDeflate = -MAX_WBITS;  // as zlib encodes them

// The state of zlib's decoder, freed at the end.
class Inflater {
 public:
  explicit Inflater(int window_bits) : is_ready_(inflateInit2(&stream_, window_bits) == Z_OK) {}
  ~Inflater() {
    if (is_ready_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Members of gzip may follow each other.
  Coded decode(std::string_view bytes, std::size_t most, std::string& out) {
    if (!is_ready_) return Coded::kDamaged;
    bytes = bytes.substr(0, std::numeric_limits<uInt>::max());
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    std::size_t size = 0;
    int result = Z_OK;
    while (size < most && (result == Z_OK || (result == Z_STREAM_END && begins_member()))) {
      if (result == Z_STREAM_END && inflateReset(&stream_) != Z_OK) break;
      out.resize(size + next_piece(size, most));
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + size);
      stream_.avail_out = static_cast<uInt>(out.size() - size);
      result = inflate(&stream_, Z_NO_FLUSH);
      size = out.size() - stream_.avail_out;
      // Z_OK without room for more output means that all input was used.
      if (result == Z_OK && stream_.avail_out > 0 && stream_.avail_in == 0) break;
    }
    out.resize(size);
    if (result == Z_STREAM_END) return Coded::kWhole;
    return size >= most ? Coded::kCut : Coded::kDamaged;
  }

 private:
  [[nodiscard]] bool begins_member() const { return stream_.avail_in > 1 && stream_.next_in[0] == 0x1F; }

  z_stream stream_ = {};
  bool is_ready_;
};

Coded decode_gzip(std::string_view bytes, std::size_t most, std::string& out) {
  if (!bytes.starts_with("\x1F\x8B")) return Coded::kNotCoded;
  return Inflater(kGzip).decode(bytes, most, out);
}

// By the specification, "deflate" has zlib's header; some servers omit it, and browsers accept both.
Coded decode_deflate(std::string_view bytes, std::size_t most, std::string& out) {
  for (const int window_bits : {kZlib, kRawDeflate}) {
    const Coded result = Inflater(window_bits).decode(bytes, most, out);
    if (result != Coded::kDamaged || !out.empty()) return result;
  }
  return Coded::kNotCoded;
}

}  // namespace

std::size_t next_piece(std::size_t so_far, std::size_t most) {
  constexpr std::size_t kLeast = std::size_t{16} << 10, kMost = std::size_t{1} << 20;
  return std::min(std::clamp(so_far, kLeast, kMost), most - so_far);
}

Coded decode_content_coding(std::string_view coding, std::string_view bytes, std::size_t most,
                            std::string& out) {
  if (bytes.empty()) return Coded::kNotCoded;
  if (ascii::is_one_of_ignoring_case(coding, {"gzip", "x-gzip"})) return decode_gzip(bytes, most, out);
  if (ascii::equals_ignoring_case(coding, "deflate")) return decode_deflate(bytes, most, out);
  if (ascii::equals_ignoring_case(coding, "br")) return decode_brotli(bytes, most, out);
  if (ascii::equals_ignoring_case(coding, "zstd")) return decode_zstd(bytes, most, out);
  return Coded::kUnknown;
}

}  // namespace mimebase::walk
