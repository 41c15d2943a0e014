#include "write/gzip_writer.h"

#include <zlib.h>

namespace mimebase::write {
namespace {

// How zlib cuts its blocks could depend on how much it is given at once.
constexpr std::size_t kAtOnce = std::size_t{1} << 17;

}  // namespace

struct GzipWriter::State {
  z_stream stream = {};
  bool works = false;
  std::string in, out;

  State() {
    constexpr int kGzip = 15 + 16;  // the largest window, and a header of gzip's
    works = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { deflateEnd(&stream); }

  [[nodiscard]] bool deflate_all(std::string_view bytes, int flush);
};

// Appends to `out`.
bool GzipWriter::State::deflate_all(std::string_view bytes, int flush) {
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib only reads there
  stream.avail_in = static_cast<uInt>(bytes.size());
  int result = Z_OK;
  do {
    const std::size_t size = out.size();
    out.resize(size + kAtOnce);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + size);
    stream.avail_out = kAtOnce;
    result = deflate(&stream, flush);
    out.resize(size + kAtOnce - stream.avail_out);
    if (result == Z_STREAM_ERROR) return false;
  } while (stream.avail_out == 0);
  return flush != Z_FINISH || result == Z_STREAM_END;
}

GzipWriter::GzipWriter() : state_(std::make_unique<State>()) {}
GzipWriter::~GzipWriter() = default;

Result<std::string_view> GzipWriter::add(std::string_view bytes) {
  State& state = *state_;
  state.out.clear();
  while (state.works && !bytes.empty()) {
    const std::string_view some = bytes.substr(0, kAtOnce - state.in.size());
    state.in += some;
    bytes.remove_prefix(some.size());
    if (state.in.size() < kAtOnce) break;
    state.works = state.deflate_all(state.in, Z_NO_FLUSH);
    state.in.clear();
  }
  if (!state.works) return Error{Error::Code::kUnwritable, "cannot be compressed"};
  return std::string_view(state.out);
}

Result<std::string_view> GzipWriter::finish() {
  State& state = *state_;
  state.out.clear();
  state.works = state.works && state.deflate_all(state.in, Z_FINISH);
  if (!state.works) return Error{Error::Code::kUnwritable, "cannot be compressed"};
  return std::string_view(state.out);
}

}  // namespace mimebase::write
