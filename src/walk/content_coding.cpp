#include "walk/content_coding.h"

#include <algorithm>

#include "binary/inflate.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::walk {
namespace {

using binary::Inflater;

// Members of gzip may follow each other.
Coded inflate(Inflater::Format format, std::string_view bytes, std::size_t most, std::string& out) {
  Inflater inflater(format);
  inflater.start(bytes);
  std::size_t size = 0;
  do {
    if (inflater.has_ended()) inflater.start(inflater.rest());
    out.resize(size + next_piece(size, most));
    const std::size_t room = out.size() - size, got = inflater.read(out.data() + size, room);
    size += got;
    if (got < room && !inflater.has_ended()) break;
  } while (size < most &&
           (!inflater.has_ended() || (inflater.rest().size() > 1 && inflater.rest()[0] == '\x1F')));
  out.resize(size);
  if (inflater.has_ended()) return Coded::kWhole;
  return size >= most ? Coded::kCut : Coded::kDamaged;
}

Coded decode_gzip(std::string_view bytes, std::size_t most, std::string& out) {
  if (!bytes.starts_with("\x1F\x8B")) return Coded::kNotCoded;
  return inflate(Inflater::Format::kGzip, bytes, most, out);
}

// By the specification, "deflate" has zlib's header; some servers omit it, and browsers accept both.
Coded decode_deflate(std::string_view bytes, std::size_t most, std::string& out) {
  for (const auto format : {Inflater::Format::kZlib, Inflater::Format::kRaw}) {
    const Coded result = inflate(format, bytes, most, out);
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
