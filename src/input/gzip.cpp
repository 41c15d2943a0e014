// gzip decompression, and limits on the size of the output.
#include "binary/inflate.h"
#include "input/fast_inflate.h"
#include "input/store.h"
#include "text/exception_text.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mimebase::input {
namespace {

constexpr std::size_t kInputStep = std::size_t{64} << 10;
constexpr std::size_t kMagic = 2;
// A smaller file would gain nothing.
constexpr std::uint64_t kWorthwhile = std::uint64_t{256} << 10;

// True for headers that both decoders read in the same way: deflate, no header checksum, and no flags
// that RFC 1952 reserves.
bool is_plain_header(std::string_view head) {
  constexpr std::string_view kDeflate = "\x1F\x8B\x08";
  constexpr unsigned kChecksumOrUnused = 0xE2;
  return head.size() > kDeflate.size() && head.starts_with(kDeflate) &&
         (static_cast<unsigned char>(head[kDeflate.size()]) & kChecksumOrUnused) == 0;
}

// Decompresses all members of a gzip source.
class GzipStream final : public Stream {
 public:
  GzipStream(Context& context, Item& item, std::unique_ptr<ByteSource> bytes)
      : Stream(context, item.source), bytes_(std::move(bytes)), expansion_(context, item) {
    ended_ = out_of_memory_ = !inflater_.is_open();
    if (bytes_->has_random_access() && bytes_->total().value_or(0) >= kWorthwhile)
      fast_ = make_fast_inflate();
  }

  std::size_t read(std::uint64_t offset, char* to, std::size_t size) override;
  [[nodiscard]] bool continue_after_damage() override;
  [[nodiscard]] bool follows_gap() const override { return follows_gap_; }

 private:
  void step();
  void step_fast();
  void read_again();
  void start_member();
  [[nodiscard]] bool has_input(std::size_t size);
  void end(const std::string& reason);
  void end_by_damage(std::string reason);
  [[nodiscard]] bool find_member();

  std::unique_ptr<ByteSource> bytes_;
  Expansion expansion_;
  binary::Inflater inflater_{binary::Inflater::Format::kGzip};
  std::span<char> room_;       // for output
  std::uint64_t written_ = 0;  // bytes of the current member
  std::unique_ptr<FastInflate> fast_;
  bool is_fast_ = false;            // for the current member
  std::uint64_t member_ = 0;        // offset of its start
  std::uint64_t again_ = 0;         // bytes of it that were already returned and must be skipped
  std::vector<char> given_before_;  // buffer for the skipped bytes
  std::uint64_t content_ = 0;       // size of the previous members
  bool between_ = true;             // between members
  bool ended_ = false;
  bool out_of_memory_ = false;
  bool continues_ = false;             // after damage
  bool is_damaged_ = false;            // ended by damage
  std::optional<std::string> damage_;  // to be reported when the bytes before it were returned
  bool has_gap_ = false;               // before the next bytes
  bool follows_gap_ = false;
  std::uint64_t read_twice_ = 0;  // bytes of damaged members that were searched for the next member
};

std::size_t GzipStream::read(std::uint64_t /*offset*/, char* to, std::size_t size) {
  if (out_of_memory_) end("cannot be decompressed: " + std::string(kOutOfMemory));
  out_of_memory_ = false;
  const std::size_t most = std::min(size, kInputStep * 16);
  std::size_t got = 0;
  while (got == 0 && !ended_) {
    if (damage_) {
      const std::string reason = *std::exchange(damage_, std::nullopt);
      has_gap_ = find_member();
      end(has_gap_ ? reason + "; reading goes on at byte " + std::to_string(bytes_->offset()) : reason);
      ended_ = !has_gap_;
      context().bound_problems();  // every member may be damaged
      if (ended_) break;
    }
    room_ = {to, most};
    while (!room_.empty() && !ended_ && !damage_) step();
    got = most - room_.size();
  }
  follows_gap_ = got > 0 && std::exchange(has_gap_, false);
  expansion_.use(bytes_->offset());
  if (!ended_) ended_ = !expansion_.add(got);
  return got;
}

void GzipStream::end(const std::string& reason) {
  context().note(name(), reason);
  ended_ = true;
}

void GzipStream::end_by_damage(std::string reason) {
  again_ = 0;
  if (continues_) {
    damage_ = std::move(reason);
  } else {
    is_damaged_ = true;
    end(reason);
  }
}

bool GzipStream::continue_after_damage() {
  continues_ = true;
  if (!std::exchange(is_damaged_, false) || !find_member()) return false;
  has_gap_ = true;
  ended_ = false;
  return true;
}

// Moves to the next member after a damaged one, or after other data. Its start may be within what the damaged
// one seemed to contain. Returns false if there is none.
bool GzipStream::find_member() {
  constexpr std::size_t kHeader = 4;
  constexpr std::uint64_t kFree = std::uint64_t{1} << 20;
  const std::uint64_t at = bytes_->offset();
  if (!between_ && bytes_->has_random_access() && read_twice_ + (at - member_) <= at + kFree) {
    read_twice_ += at - member_;
    bytes_->rewind(member_ + 1);
  }
  between_ = true;
  is_fast_ = false;
  while (has_input(kHeader) && !context().stop.asked()) {
    const std::string_view held = bytes_->held();
    const std::size_t found = held.substr(0, held.size() - 1).find("\x1F\x8B\x08");
    if (found == std::string_view::npos) {
      bytes_->drop(held.size() - kHeader + 1);
      continue;
    }
    bytes_->drop(found);
    if (is_plain_header(bytes_->held()) || container_kind(bytes_->held()) == ContainerKind::kGzip)
      return true;
    bytes_->drop(1);
  }
  return false;
}

// Returns false if fewer than `size` bytes are left.
bool GzipStream::has_input(std::size_t size) {
  while (bytes_->held().size() < size && !bytes_->at_end()) bytes_->read_more();
  return bytes_->held().size() >= size;
}

void GzipStream::start_member() {
  content_ += std::exchange(written_, 0);
  if (has_input(kMagic) && bytes_->held().substr(0, kMagic) == "\x1F\x8B") {
    member_ = bytes_->offset();
    is_fast_ = fast_ != nullptr && has_input(kMagic + 2) && is_plain_header(bytes_->held());
    if (is_fast_) {
      fast_->start();
    } else {
      inflater_.start();
    }
    between_ = false;
    return;
  }
  const std::string_view rest = bytes_->held().substr(0, kInputStep);
  const std::size_t other = rest.find_first_not_of('\0');
  if (other == std::string_view::npos && !rest.empty()) {
    bytes_->drop(rest.size());
  } else if (rest.empty()) {
    ended_ = true;
  } else {
    end_by_damage("has other data after its gzip data, from byte " +
                  std::to_string(bytes_->offset() + other) + " on, which is skipped");
  }
}

void GzipStream::step_fast() {
  (void)has_input(1);
  std::string_view input = bytes_->held().substr(0, kInputStep);
  const std::size_t before = input.size();
  const std::size_t room = room_.size();
  const FastInflate::State result = fast_->step(input, room_);
  bytes_->drop(before - input.size());
  written_ += room - room_.size();
  between_ = result == FastInflate::State::kMemberEnds;
  if (result == FastInflate::State::kFails) read_again();
}

// Decodes the member again with zlib, which returns every byte before the damage and reports its
// position.
void GzipStream::read_again() {
  is_fast_ = false;
  again_ = std::exchange(written_, 0);
  given_before_.resize(kInputStep);
  bytes_->rewind(member_);
  inflater_.start();
}

void GzipStream::step() {
  if (between_) return start_member();
  if (is_fast_) return step_fast();
  const auto place = [this](std::string_view what) {
    return std::string(what) + " at byte " + std::to_string(bytes_->offset()) + ", after " +
           std::to_string(content_ + written_) + " bytes of content";
  };
  (void)has_input(1);
  const std::string_view input = bytes_->held().substr(0, kInputStep);
  inflater_.give(input);
  // What was returned before is skipped.
  const std::span<char> skipped = std::span(given_before_).first(std::min(again_, given_before_.size()));
  const std::size_t got = skipped.empty() ? inflater_.read(room_.data(), room_.size())
                                          : inflater_.read(skipped.data(), skipped.size());
  if (skipped.empty()) room_ = room_.subspan(got);
  if (!skipped.empty()) again_ -= got;
  written_ += got;
  bytes_->drop(input.size() - inflater_.rest().size());
  between_ = inflater_.has_ended();
  if (between_) return;
  if (inflater_.is_damaged()) {
    const std::string_view why = inflater_.damage();
    return end_by_damage(place("is damaged").append(why.empty() ? "" : ": ").append(why));
  }
  // zlib may still have output that did not fit.
  if (input.empty() && got == 0) end_by_damage(place("is truncated: its gzip data ends"));
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
  constexpr std::uint64_t kSlack = std::uint64_t{64} << 10;  // decoders read ahead by up to this many bytes
  const std::uint64_t most = context_.options.limits.ratio;
  output_ += output;
  if (output_ <= kFree || output_ / most <= meter_->used - begin_ + kSlack) return true;
  if (meter_->reported == name_) return false;
  meter_->reported = name_;
  context_.note(name_,
                "decompresses to more than " + std::to_string(most) + " times its size: the rest is skipped",
                Error::Code::kLimit);
  return false;
}

std::unique_ptr<ByteSource> open_gzip(Context& context, Item& item, std::unique_ptr<ByteSource> bytes) {
  auto stream = std::make_unique<GzipStream>(context, item, std::move(bytes));
  item.is_stream = true;
  return std::make_unique<ByteSource>(std::move(stream), kHead, std::nullopt);
}

}  // namespace mimebase::input
