// Zstandard (RFC 8878).
#include <zstd.h>

#include <memory>

#include "walk/content_coding.h"

namespace mimebase::walk {

Coded decode_zstd(std::string_view bytes, std::size_t most, std::string& out) {
  // RFC 9659: decoders of this coding accept windows of up to 8 MB.
  constexpr int kMaxWindowLog = 23;
  if (!bytes.starts_with("\x28\xB5\x2F\xFD")) return Coded::kNotCoded;
  const std::unique_ptr<ZSTD_DStream, decltype(&ZSTD_freeDStream)> stream(ZSTD_createDStream(),
                                                                          &ZSTD_freeDStream);
  if (stream == nullptr) return Coded::kDamaged;
  ZSTD_DCtx_setParameter(stream.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  ZSTD_inBuffer in = {bytes.data(), bytes.size(), 0};
  std::size_t size = 0, result = 1;
  while (size < most && !ZSTD_isError(result) && (result != 0 || in.pos < in.size)) {
    out.resize(size + next_piece(size, most));
    ZSTD_outBuffer to = {out.data(), out.size(), size};
    result = ZSTD_decompressStream(stream.get(), &to, &in);
    size = to.pos;
    if (to.pos < to.size && in.pos == in.size) break;
  }
  out.resize(size);
  if (result == 0 && in.pos == in.size) return Coded::kWhole;
  return size >= most ? Coded::kCut : Coded::kDamaged;
}

bool has_zstd() {
  return true;
}

}  // namespace mimebase::walk
