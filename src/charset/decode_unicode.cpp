// UTF-16, UTF-32 and UTF-7.
#include <array>
#include <cstdint>

#include "charset/decoders.h"
#include "utf8.h"

namespace mimebase::charset {
namespace {

constexpr bool is_high_surrogate(char32_t unit) {
  return (unit & 0xFFFFFC00U) == 0xD800;
}
constexpr bool is_low_surrogate(char32_t unit) {
  return (unit & 0xFFFFFC00U) == 0xDC00;
}
constexpr char32_t join_surrogates(char32_t high, char32_t low) {
  return 0x10000 + ((high & 0x3FF) << 10) + (low & 0x3FF);
}

template <std::size_t Width, bool kBigEndian>
char32_t unit_at(std::string_view bytes, std::size_t at) {
  char32_t unit = 0;
  for (std::size_t i = 0; i < Width; ++i) {
    const std::size_t place = kBigEndian ? Width - 1 - i : i;
    unit |= static_cast<char32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * place);
  }
  return unit;
}

template <bool kBigEndian>
void decode_utf16(std::string_view bytes, ConversionOutput& out) {
  std::size_t at = 0;
  while (at + 2 <= bytes.size()) {
    const char32_t unit = unit_at<2, kBigEndian>(bytes, at);
    std::size_t length = 2;
    char32_t code = unit;
    if (is_high_surrogate(unit) && at + 4 <= bytes.size()) {
      const char32_t low = unit_at<2, kBigEndian>(bytes, at + 2);
      if (is_low_surrogate(low)) {
        code = join_surrogates(unit, low);
        length = 4;
      }
    }
    if (length == 2 && (is_high_surrogate(unit) || is_low_surrogate(unit))) code = kReplacementCharacter;
    out.character(length, code);
    at += length;
  }
  if (at < bytes.size()) out.character(bytes.size() - at, kReplacementCharacter);
}

template <bool kBigEndian>
void decode_utf32(std::string_view bytes, ConversionOutput& out) {
  std::size_t at = 0;
  for (; at + 4 <= bytes.size(); at += 4) {
    const char32_t code = unit_at<4, kBigEndian>(bytes, at);
    const bool valid = code <= 0x10FFFF && !is_high_surrogate(code) && !is_low_surrogate(code);
    out.character(4, valid ? code : kReplacementCharacter);
  }
  if (at < bytes.size()) out.character(bytes.size() - at, kReplacementCharacter);
}

constexpr std::uint8_t kNoDigit = 0xFF;

constexpr std::array<std::uint8_t, 256> make_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  std::uint8_t value = 0;
  for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
    digits[static_cast<unsigned char>(c)] = value++;
  return digits;
}
constexpr std::array<std::uint8_t, 256> kDigits = make_digits();

std::uint8_t digit_of(char c) {
  return kDigits[static_cast<unsigned char>(c)];
}

// UTF-16 units that come one after another.
class Utf16Reader {
 public:
  explicit Utf16Reader(std::string& utf8) : utf8_(utf8) {}
  void unit(char32_t unit) {
    if (high_ != 0 && is_low_surrogate(unit)) {
      utf8::append(join_surrogates(high_, unit), utf8_);
      high_ = 0;
      return;
    }
    end();
    if (is_high_surrogate(unit)) {
      high_ = unit;
    } else {
      utf8::append(is_low_surrogate(unit) ? kReplacementCharacter : unit, utf8_);
    }
  }
  void end() {
    if (high_ != 0) utf8::append(kReplacementCharacter, utf8_);
    high_ = 0;
  }

 private:
  std::string& utf8_;
  char32_t high_ = 0;
};

// Reads the base64 that begins behind a '+' and gives the end of it. What is left over of a unit is padding.
std::size_t decode_base64_run(std::string_view bytes, std::size_t at, std::string& utf8) {
  Utf16Reader reader(utf8);
  std::uint32_t bits = 0;
  int count = 0;
  for (; at < bytes.size() && digit_of(bytes[at]) != kNoDigit; ++at) {
    bits = (bits << 6) | digit_of(bytes[at]);
    count += 6;
    if (count < 16) continue;
    count -= 16;
    reader.unit((bits >> count) & 0xFFFF);
  }
  reader.end();
  return at;
}

}  // namespace

void decode_utf16_or_32(std::string_view bytes, Encoding encoding, ConversionOutput& out) {
  if (encoding == Encoding::kUtf16Le) {
    decode_utf16<false>(bytes, out);
  } else if (encoding == Encoding::kUtf16Be) {
    decode_utf16<true>(bytes, out);
  } else if (encoding == Encoding::kUtf32Le) {
    decode_utf32<false>(bytes, out);
  } else {
    decode_utf32<true>(bytes, out);
  }
}

void decode_utf7(std::string_view bytes, ConversionOutput& out) {
  std::string utf8;
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t start = at;
    while (at < bytes.size() && bytes[at] != '+' && static_cast<unsigned char>(bytes[at]) < 0x80) ++at;
    if (at > start) out.ascii(bytes.substr(start, at - start));
    if (at == bytes.size()) return;
    if (bytes[at] != '+') {
      out.character(1, kReplacementCharacter);
      ++at;
      continue;
    }
    utf8.clear();
    std::size_t end = decode_base64_run(bytes, at + 1, utf8);
    const bool empty = end == at + 1;
    if (end < bytes.size() && bytes[end] == '-') {
      ++end;
      if (empty) utf8 = "+";
    } else if (empty) {
      utf8 = "+";  // no base64 at all: text that is no UTF-7
    }
    out.whole(end - at, utf8);
    at = end;
  }
}

}  // namespace mimebase::charset
