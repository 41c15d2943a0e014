// gzip, and how much may come out of how little.
#include "input/store.h"

#include <zlib.h>

#include <algorithm>

namespace mimebase::input {
namespace {

constexpr std::size_t kStep = std::size_t{64} << 10;
constexpr std::size_t kMagic = 2;

class GzipStream final : public Stream {
 public:
  GzipStream(Context& context, Item& item, std::unique_ptr<ByteSource> bytes)
      : Stream(context, item.source), bytes_(std::move(bytes)), expansion_(context, item) {
    constexpr int kGzipWindow = 15 + 16;
    ended_ = inflateInit2(&state_, kGzipWindow) != Z_OK;
    out_of_memory_ = ended_;
  }
  ~GzipStream() override { inflateEnd(&state_); }

  std::size_t read(std::uint64_t offset, char* to, std::size_t size) override;

 private:
  void step();
  void start_member();
  [[nodiscard]] bool has_input(std::size_t size);
  void end(const std::string& reason);

  std::unique_ptr<ByteSource> bytes_;
  Expansion expansion_;
  z_stream state_ = {};
  std::uint64_t content_ = 0;  // of the members behind us
  bool between_ = true;        // members
  bool ended_ = false;
  bool out_of_memory_ = false;
};

std::size_t GzipStream::read(std::uint64_t /*offset*/, char* to, std::size_t size) {
  if (out_of_memory_) end("cannot be decompressed for want of memory");
  out_of_memory_ = false;
  const std::size_t most = std::min(size, kStep * 16);
  std::size_t got = 0;
  while (got == 0 && !ended_) {
    state_.next_out = reinterpret_cast<Bytef*>(to);
    state_.avail_out = static_cast<uInt>(most);
    while (state_.avail_out > 0 && !ended_) step();
    got = most - state_.avail_out;
  }
  expansion_.use(bytes_->offset());
  if (!ended_) ended_ = !expansion_.add(got);
  return got;
}

void GzipStream::end(const std::string& reason) {
  context().note(name(), reason);
  ended_ = true;
}

// False if there are not so many bytes any more.
bool GzipStream::has_input(std::size_t size) {
  while (bytes_->held().size() < size && !bytes_->at_end()) bytes_->read_more();
  return bytes_->held().size() >= size;
}

void GzipStream::start_member() {
  content_ += state_.total_out;
  state_.total_out = 0;
  if (has_input(kMagic) && bytes_->held().substr(0, kMagic) == "\x1F\x8B") {
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
        " on, which are passed over");
  }
}

void GzipStream::step() {
  if (between_) return start_member();
  const auto place = [this](std::string_view what) {
    return std::string(what) + " at byte " + std::to_string(bytes_->offset()) + ", behind " +
           std::to_string(content_ + state_.total_out) + " bytes of content";
  };
  if (!has_input(1)) return end(place("is cut short: its gzip data end"));
  const std::string_view input = bytes_->held().substr(0, kStep);
  state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));  // zlib only reads it
  state_.avail_in = static_cast<uInt>(input.size());
  const int result = inflate(&state_, Z_NO_FLUSH);
  bytes_->drop(input.size() - state_.avail_in);
  between_ = result == Z_STREAM_END;
  if (result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR) return;
  end(place("is damaged") + (state_.msg != nullptr ? ": " + std::string(state_.msg) : ""));
}

}  // namespace

Expansion::Expansion(Context& context, Item& item)
    : context_(context),
      name_(item.source),
      outermost_(item.meter == nullptr),
      meter_(outermost_ ? std::make_shared<Meter>() : item.meter),
      begin_(meter_->used) {
  item.meter = meter_;
}

bool Expansion::add(std::uint64_t output) {
  constexpr std::uint64_t kFree = std::uint64_t{64} << 20;
  constexpr std::uint64_t kSlack = std::uint64_t{64} << 10;  // decoders read so much ahead
  const std::uint64_t most = context_.options.limits.ratio;
  output_ += output;
  if (output_ <= kFree || output_ / most <= meter_->used - begin_ + kSlack) return true;
  context_.note(name_,
                "holds more than " + std::to_string(most) +
                    " times what it is as a file, and the rest of it is left out",
                Error::Code::kLimit);
  return false;
}

std::unique_ptr<ByteSource> open_gzip(Context& context, Item& item, std::unique_ptr<ByteSource> bytes) {
  auto stream = std::make_unique<GzipStream>(context, item, std::move(bytes));
  item.is_stream = true;
  return std::make_unique<ByteSource>(std::move(stream), kHead, std::nullopt);
}

}  // namespace mimebase::input
