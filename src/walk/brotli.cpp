// Brotli (RFC 7932).
#include <brotli/decode.h>

#include <memory>

#include "walk/content_coding.h"

namespace mimebase::walk {

Coded decode_brotli(std::string_view bytes, std::size_t most, std::string& out) {
  const std::unique_ptr<BrotliDecoderState, decltype(&BrotliDecoderDestroyInstance)> state(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), &BrotliDecoderDestroyInstance);
  if (state == nullptr) return Coded::kDamaged;
  const auto* in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::size_t left = bytes.size(), size = 0;
  BrotliDecoderResult result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
  while (size < most && result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
    out.resize(size + next_piece(size, most));
    std::size_t room = out.size() - size;
    auto* to = reinterpret_cast<std::uint8_t*>(out.data() + size);
    result = BrotliDecoderDecompressStream(state.get(), &left, &in, &room, &to, nullptr);
    size = out.size() - room;
  }
  out.resize(size);
  if (result == BROTLI_DECODER_RESULT_SUCCESS) return Coded::kWhole;
  if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) return Coded::kCut;
  return size > 0 ? Coded::kDamaged : Coded::kNotCoded;
}

bool has_brotli() {
  return true;
}

}  // namespace mimebase::walk
