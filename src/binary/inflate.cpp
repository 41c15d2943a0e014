#include "binary/inflate.h"

#include <algorithm>

namespace mimebase::binary {
namespace {

// What is decompressed at once.
constexpr std::size_t kStep = std::size_t{64} << 10;

constexpr int window_bits(Inflater::Format format) {
  if (format == Inflater::Format::kRaw) return -MAX_WBITS;
  return format == Inflater::Format::kZlib ? MAX_WBITS : MAX_WBITS + 16;
}

}  // namespace

Inflater::Inflater(Format format) {
  is_open_ = inflateInit2(&stream_, window_bits(format)) == Z_OK;
}

Inflater::~Inflater() {
  if (is_open_) inflateEnd(&stream_);
}

void Inflater::start(std::string_view packed) {
  if (is_open_) inflateReset(&stream_);
  has_ended_ = is_damaged_ = false;
  give(packed);
}

void Inflater::give(std::string_view packed) {
  constexpr std::size_t kPackedMost = std::size_t{1} << 31;
  packed = packed.substr(0, kPackedMost);
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // zlib only reads it
  stream_.avail_in = static_cast<uInt>(packed.size());
}

std::size_t Inflater::read(char* to, std::size_t size) {
  if (!is_open_) return 0;
  stream_.next_out = reinterpret_cast<Bytef*>(to);
  stream_.avail_out = static_cast<uInt>(size);
  const int result = inflate(&stream_, Z_NO_FLUSH);
  has_ended_ = result == Z_STREAM_END;
  is_damaged_ = !has_ended_ && result != Z_OK && result != Z_BUF_ERROR;
  return size - stream_.avail_out;
}

bool Inflater::append_rest(std::string& out, std::uint64_t most,
                           const std::function<bool(std::size_t)>& charge) {
  for (std::size_t got = kStep; got == kStep && !has_ended_;) {
    const std::size_t size = out.size();
    // A string that grows by itself can take three times the memory.
    if (most > 0 && size > kStep && size + kStep > out.capacity())
      out.reserve(size + count_rest(static_cast<std::size_t>(most)) + kStep);
    out.resize(size + kStep);
    got = read(out.data() + size, kStep);
    out.resize(size + got);
    if (!charge(got)) return false;
  }
  return true;
}

// The number of bytes that are left, or `most` if there are more.
std::size_t Inflater::count_rest(std::size_t most) {
  z_stream copy = {};
  if (!is_open_ || inflateCopy(&copy, &stream_) != Z_OK) return 0;
  Bytef scratch[4096];
  std::size_t count = 0;
  for (int result = Z_OK; result == Z_OK && count < most; count += sizeof scratch - copy.avail_out) {
    copy.next_out = scratch;
    copy.avail_out = sizeof scratch;
    result = inflate(&copy, Z_NO_FLUSH);
  }
  inflateEnd(&copy);
  return std::min(count, most);
}

}  // namespace mimebase::binary
