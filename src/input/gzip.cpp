#include "input/gzip.h"

#include <zlib.h>

#include <algorithm>

namespace mimebase::input {
namespace {

constexpr std::size_t kStep = std::size_t{64} << 10;
constexpr std::size_t kMagic = 2;

class GzipStream final : public Stream {
 public:
  GzipStream(std::unique_ptr<ByteSource> bytes, std::string called, Expansion expansion,
             std::uint64_t max_ratio)
      : bytes_(std::move(bytes)),
        called_(std::move(called)),
        expansion_(std::move(expansion)),
        max_ratio_(max_ratio) {
    constexpr int kGzipWindow = 15 + 16;
    ended_ = inflateInit2(&state_, kGzipWindow) != Z_OK;
    out_of_memory_ = ended_;
  }
  ~GzipStream() override { inflateEnd(&state_); }
  GzipStream(const GzipStream&) = delete;
  GzipStream& operator=(const GzipStream&) = delete;

  std::size_t read(char* to, std::size_t size, std::vector<Error>& problems) override;

 private:
  void step(std::vector<Error>& problems);
  void start_member(std::vector<Error>& problems);
  [[nodiscard]] bool has_input(std::size_t size, std::vector<Error>& problems);
  void end(const std::string& reason, std::vector<Error>& problems);

  std::unique_ptr<ByteSource> bytes_;
  std::string called_;
  Expansion expansion_;
  std::uint64_t max_ratio_;
  z_stream state_ = {};
  std::uint64_t content_ = 0;  // of the members behind us
  bool between_ = true;        // members
  bool ended_ = false;
  bool out_of_memory_ = false;
};

std::size_t GzipStream::read(char* to, std::size_t size, std::vector<Error>& problems) {
  if (out_of_memory_) end("cannot be decompressed for want of memory", problems);
  out_of_memory_ = false;
  const std::size_t most = std::min(size, kStep * 16);
  std::size_t got = 0;
  while (got == 0 && !ended_) {
    state_.next_out = reinterpret_cast<Bytef*>(to);
    state_.avail_out = static_cast<uInt>(most);
    while (state_.avail_out > 0 && !ended_) step(problems);
    got = most - state_.avail_out;
  }
  expansion_.use(bytes_->offset());
  if (!ended_ && !expansion_.add(got)) {
    problems.push_back(too_large(called_, max_ratio_));
    ended_ = true;
  }
  return got;
}

void GzipStream::end(const std::string& reason, std::vector<Error>& problems) {
  problems.push_back(unreadable(called_, reason));
  ended_ = true;
}

// False if there are not so many bytes any more.
bool GzipStream::has_input(std::size_t size, std::vector<Error>& problems) {
  while (bytes_->held().size() < size && !bytes_->at_end()) bytes_->read_more(problems);
  return bytes_->held().size() >= size;
}

void GzipStream::start_member(std::vector<Error>& problems) {
  content_ += state_.total_out;
  state_.total_out = 0;
  if (has_input(kMagic, problems) && bytes_->held().substr(0, kMagic) == "\x1F\x8B") {
    inflateReset(&state_);
    between_ = false;
    return;
  }
  const std::string_view rest = bytes_->held().substr(0, kStep);
  const std::size_t other = rest.find_first_not_of('\0');
  if (other == std::string_view::npos && !rest.empty()) {
    bytes_->drop(rest.size());
  } else if (rest.empty()) {
    ended_ = true;
  } else {
    end("holds other bytes behind its gzip data, from byte " + std::to_string(bytes_->offset() + other) +
            " on, which are passed over",
        problems);
  }
}

void GzipStream::step(std::vector<Error>& problems) {
  if (between_) return start_member(problems);
  const auto place = [this](std::string_view what) {
    return std::string(what) + " at byte " + std::to_string(bytes_->offset()) + ", behind " +
           std::to_string(content_ + state_.total_out) + " bytes of content";
  };
  if (!has_input(1, problems)) return end(place("is cut short: its gzip data end"), problems);
  const std::string_view input = bytes_->held().substr(0, kStep);
  state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));  // zlib only reads it
  state_.avail_in = static_cast<uInt>(input.size());
  const int result = inflate(&state_, Z_NO_FLUSH);
  bytes_->drop(input.size() - state_.avail_in);
  between_ = result == Z_STREAM_END;
  if (result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR) return;
  end(place("is damaged") + (state_.msg != nullptr ? ": " + std::string(state_.msg) : ""), problems);
}

}  // namespace

std::unique_ptr<Stream> make_gzip_stream(std::unique_ptr<ByteSource> bytes, std::string called,
                                         Expansion expansion, std::uint64_t max_ratio) {
  return std::make_unique<GzipStream>(std::move(bytes), std::move(called), std::move(expansion), max_ratio);
}

}  // namespace mimebase::input
