// Zstandard decompression (RFC 8878), with the dictionaries of .warc.zst files.
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "input/store.h"
#include "text/exception_text.h"

namespace mimebase::input {
namespace {

constexpr std::size_t kInputStep = std::size_t{64} << 10;
constexpr std::size_t kOutputStep = std::size_t{1} << 20;
constexpr std::size_t kSkippableHeader = 8;
constexpr std::string_view kFrame = "\x28\xB5\x2F\xFD";
// IIPC, "Use of Zstandard Compression with WARC Files", section 3: the skippable frame with the dictionary.
constexpr unsigned char kDictionary = 0x5D;

using Decoder = std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)>;

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < 4; ++i)
    number |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return number;
}

// Decompresses all frames of a source.
class ZstdStream final : public Stream {
 public:
  ZstdStream(Context& context, Item& item, std::unique_ptr<ByteSource> bytes)
      : Stream(context, item.source),
        bytes_(std::move(bytes)),
        expansion_(context, item),
        decoder_(ZSTD_createDCtx(), &ZSTD_freeDCtx) {}

  std::size_t read(std::uint64_t offset, char* to, std::size_t size) override;

 private:
  void step(ZSTD_outBuffer& out);
  void start_frame();
  void start_skippable_frame();
  void skip();
  void load_dictionary();
  [[nodiscard]] std::optional<std::string> dictionary_in(std::string_view frame);
  [[nodiscard]] bool has_input(std::size_t size);
  void end(const std::string& reason, Error::Code code = Error::Code::kUnreadable);
  [[nodiscard]] std::string place(std::string_view what) const;
  [[nodiscard]] std::string reason_of(std::size_t result) const;

  const std::unique_ptr<ByteSource> bytes_;
  Expansion expansion_;
  const Decoder decoder_;
  std::uint64_t content_ = 0;     // bytes returned
  std::uint64_t skippable_ = 0;   // bytes of a skippable frame that are left
  std::uint64_t dictionary_ = 0;  // size of the dictionary at the position
  bool is_first_ = true;          // before or in the first frame
  bool between_ = true;           // between frames
  bool ended_ = false;
};

std::size_t ZstdStream::read(std::uint64_t /*offset*/, char* to, std::size_t size) {
  ZSTD_outBuffer out = {to, std::min(size, kOutputStep), 0};
  if (decoder_ == nullptr && !ended_) end("cannot be decompressed: " + std::string(kOutOfMemory));
  while (out.pos == 0 && !ended_ && !context().stop.asked()) step(out);
  content_ += out.pos;
  expansion_.use(bytes_->offset());
  if (!ended_) ended_ = !expansion_.add(out.pos);
  return out.pos;
}

void ZstdStream::step(ZSTD_outBuffer& out) {
  if (skippable_ > 0) return skip();
  if (dictionary_ > 0) return load_dictionary();
  if (between_) return start_frame();
  (void)has_input(1);
  const std::string_view input = bytes_->held().substr(0, kInputStep);
  ZSTD_inBuffer in = {input.data(), input.size(), 0};
  const std::size_t result = ZSTD_decompressStream(decoder_.get(), &out, &in);
  bytes_->drop(in.pos);
  if (ZSTD_isError(result) != 0) return end(place("is damaged") + ": " + reason_of(result));
  between_ = result == 0;
  // The decoder may still have output that did not fit.
  if (!between_ && input.empty() && out.pos == 0) end(place("is truncated: its Zstandard data ends"));
}

void ZstdStream::start_frame() {
  const bool has_magic = has_input(kFrame.size());
  const std::string_view held = bytes_->held();
  if (held.empty()) {
    ended_ = true;
  } else if (has_magic && held.starts_with(kFrame)) {
    ZSTD_DCtx_reset(decoder_.get(), ZSTD_reset_session_only);
    between_ = is_first_ = false;
  } else if (has_magic && is_skippable_frame(held)) {
    start_skippable_frame();
  } else {
    end("has other data after its Zstandard data, from byte " + std::to_string(bytes_->offset()) +
        " on, which is skipped");
  }
}

void ZstdStream::start_skippable_frame() {
  if (!has_input(kSkippableHeader)) {
    bytes_->drop(bytes_->held().size());
    return end(place("is truncated: its Zstandard data ends"));
  }
  const std::string_view held = bytes_->held();
  const std::uint32_t size = little_endian(held.substr(4));
  const bool is_dictionary = std::exchange(is_first_, false) && held[0] == static_cast<char>(kDictionary);
  (is_dictionary ? dictionary_ : skippable_) = size;
  bytes_->drop(kSkippableHeader);
}

void ZstdStream::skip() {
  if (!has_input(1)) {
    skippable_ = 0;
    return end(place("is truncated: its Zstandard data ends"));
  }
  const auto passed = static_cast<std::size_t>(std::min<std::uint64_t>(skippable_, bytes_->held().size()));
  bytes_->drop(passed);
  skippable_ -= passed;
}

// Later frames need the dictionary, so nothing after it can be read without it.
void ZstdStream::load_dictionary() {
  const std::uint64_t size = std::exchange(dictionary_, 0);
  const std::uint64_t most = context().options.limits.message_bytes;
  if (size > most)
    return end("has a dictionary of more than " + std::to_string(most) + " bytes: it is not read",
               Error::Code::kLimit);
  if (!has_input(static_cast<std::size_t>(size))) {
    bytes_->drop(bytes_->held().size());
    return end(place("is truncated: its Zstandard data ends"));
  }
  const std::optional<std::string> dictionary = dictionary_in(bytes_->held().substr(0, size));
  bytes_->drop(static_cast<std::size_t>(size));
  if (!dictionary) return;
  const std::size_t result = ZSTD_DCtx_loadDictionary(decoder_.get(), dictionary->data(), dictionary->size());
  if (ZSTD_isError(result) != 0) end("has a damaged dictionary: " + reason_of(result));
}

// The dictionary may itself be compressed.
std::optional<std::string> ZstdStream::dictionary_in(std::string_view frame) {
  if (!frame.starts_with(kFrame)) return std::string(frame);
  const Decoder decoder(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  std::string dictionary;
  ZSTD_inBuffer in = {frame.data(), frame.size(), 0};
  std::size_t result = 1;
  while (decoder != nullptr && result != 0 && ZSTD_isError(result) == 0) {
    const std::size_t before = dictionary.size();
    if (before > context().options.limits.message_bytes) {
      end("has a dictionary of more than " + std::to_string(context().options.limits.message_bytes) +
              " bytes: it is not read",
          Error::Code::kLimit);
      return std::nullopt;
    }
    dictionary.resize(before + kOutputStep);
    ZSTD_outBuffer out = {dictionary.data(), dictionary.size(), before};
    result = ZSTD_decompressStream(decoder.get(), &out, &in);
    dictionary.resize(out.pos);
    if (!expansion_.add(out.pos - before)) {
      ended_ = true;
      return std::nullopt;
    }
    if (out.pos == before && in.pos == in.size) break;
  }
  if (result == 0) return dictionary;
  end("has a damaged dictionary" + (ZSTD_isError(result) != 0 ? ": " + reason_of(result) : std::string()));
  return std::nullopt;
}

// Returns false if fewer than `size` bytes are left.
bool ZstdStream::has_input(std::size_t size) {
  while (bytes_->held().size() < size && !bytes_->at_end()) bytes_->read_more();
  return bytes_->held().size() >= size;
}

void ZstdStream::end(const std::string& reason, Error::Code code) {
  context().note(name(), reason, code);
  ended_ = true;
}

std::string ZstdStream::place(std::string_view what) const {
  return std::string(what) + " at byte " + std::to_string(bytes_->offset()) + ", after " +
         std::to_string(content_) + " bytes of content";
}

std::string ZstdStream::reason_of(std::size_t result) const {
  if (ZSTD_getErrorCode(result) == ZSTD_error_dictionary_wrong)
    return "it was compressed with a dictionary that the file does not contain";
  return ZSTD_getErrorName(result);
}

}  // namespace

std::unique_ptr<ByteSource> open_zstd(Context& context, Item& item, std::unique_ptr<ByteSource> bytes) {
  auto stream = std::make_unique<ZstdStream>(context, item, std::move(bytes));
  item.is_stream = true;
  return std::make_unique<ByteSource>(std::move(stream), kHead, std::nullopt);
}

bool reads_zstd_frames() {
  return true;
}

}  // namespace mimebase::input
