// UTF-16, UTF-32 and UTF-7. Mail writes UTF-7 less strictly than ICU reads it.
#include "charset/decoders.h"
#include "text/ascii.h"
#include "text/base64.h"

namespace mimebase::charset {
namespace {

// Decodes the base64 of a run. An incomplete unit at the end is padding.
std::string decode_run(std::string_view digits) {
  const std::size_t size = digits.size() - (digits.size() % 4 == 1 ? 1 : 0);
  const std::string bytes = base64_decoded(digits.substr(0, size)).value_or("");
  ConversionOutput out(bytes.size());
  decode_units(std::string_view(bytes).substr(0, bytes.size() / 2 * 2), 2, false, out);
  return out.take().utf8;
}

}  // namespace

void decode_units(std::string_view bytes, std::size_t width, bool is_little_endian, ConversionOutput& out) {
  const auto unit_at = [&](std::size_t at) {
    char32_t unit = 0;
    for (std::size_t i = 0; i < width; ++i)
      unit = unit << 8 | static_cast<unsigned char>(bytes[is_little_endian ? at + width - 1 - i : at + i]);
    return unit;
  };
  for (std::size_t at = 0, length = 0; at < bytes.size(); at += length) {
    const std::size_t left = bytes.size() - at;
    length = std::min(width, left);
    char32_t code = length == width ? unit_at(at) : kReplacementCharacter;
    if (width == 2 && code >= 0xD800 && code <= 0xDBFF) {
      const char32_t low = left >= 4 ? unit_at(at + 2) : 0;
      const bool is_pair = low >= 0xDC00 && low <= 0xDFFF;
      // At the end of input, a high surrogate and half of a low one count as one character.
      if (is_pair || left < 4) length = std::min<std::size_t>(4, left);
      if (is_pair) code = 0x10000 + ((code & 0x3FF) << 10) + (low & 0x3FF);
    }
    const bool is_character = code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    out.character(length, is_character ? code : kReplacementCharacter);
  }
}

void decode_utf7(std::string_view bytes, ConversionOutput& out) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t start = at;
    while (at < bytes.size() && bytes[at] != '+' && ascii::is_ascii(bytes[at])) ++at;
    if (at > start) out.ascii(bytes.substr(start, at - start));
    if (at == bytes.size()) return;
    if (bytes[at] != '+') {
      out.character(1, kReplacementCharacter);
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < bytes.size() && ascii::is_base64_digit(bytes[end])) ++end;
    // "+" without base64 is an escaped plus, or text that is not UTF-7.
    const std::string utf8 = end == at + 1 ? "+" : decode_run(bytes.substr(at + 1, end - at - 1));
    if (end < bytes.size() && bytes[end] == '-') ++end;
    out.whole(end - at, utf8);
    at = end;
  }
}

}  // namespace mimebase::charset
