// The charsets that iconv decodes: those based on ASCII run by run, all others character by character.
#include "charset/decoders.h"
#include "charset/double_byte.h"

namespace mimebase::charset {

void decode_ascii_based(std::string_view bytes, const Charset& charset, ConversionOutput& out) {
  const auto is_high = [&](std::size_t at) { return static_cast<unsigned char>(bytes[at]) >= 0x80; };
  std::string utf8;
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::size_t end = at;
    while (end < bytes.size() && !is_high(end)) ++end;
    if (end > at) out.ascii(bytes.substr(at, end - at));
    for (at = end; end < bytes.size() && is_high(end);) ++end;
    if (end == at) break;
    utf8.clear();
    charset.append_utf8(bytes.substr(at, end - at), utf8);
    out.whole(end - at, utf8);
    at = end;
  }
}

void decode_by_iconv(std::string_view bytes, const char* name, ConversionOutput& out) {
  constexpr std::size_t kLongestCharacter = 8;
  IconvDecoder decoder(name);
  std::string utf8;
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::size_t length = 1;
    auto status = IconvDecoder::Status::kIncomplete;
    for (; at + length <= bytes.size() && length <= kLongestCharacter; ++length) {
      utf8.clear();
      status = decoder.convert(bytes.substr(at, length), false, utf8);
      if (status != IconvDecoder::Status::kIncomplete) break;
    }
    if (status == IconvDecoder::Status::kDone) {
      out.text(length, utf8);
      at += length;
    } else {
      out.character(1, kReplacementCharacter);
      ++at;
    }
  }
}

}  // namespace mimebase::charset
