// UTF-7 and HZ, which mail writes less strictly than ICU reads them.
#include <array>
#include <cstdint>

#include "ascii.h"
#include "charset/decoders.h"
#include "charset/icu.h"
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

void decode_hz(std::string_view bytes, ConversionOutput& out) {
  bool chinese = false;
  std::size_t at = 0;
  const auto byte_at = [&](std::size_t i) { return i < bytes.size() ? bytes[i] : '\0'; };
  const auto is_pair = [&](std::size_t i) {
    return byte_at(i) > 0x20 && byte_at(i) < 0x7E && byte_at(i + 1) > 0x20 && byte_at(i + 1) < 0x7F;
  };
  while (at < bytes.size()) {
    const char byte = bytes[at];
    const char next = byte_at(at + 1);
    if (byte == '~' && (next == '{' || next == '}' || next == '\n')) {
      if (next != '\n') chinese = next == '{';
      out.drop(2);
      at += 2;
    } else if (byte == '~' && next == '~' && !chinese) {
      out.whole(2, "~");
      at += 2;
    } else if (chinese && is_pair(at)) {
      const std::size_t start = at;
      while (is_pair(at)) at += 2;
      decode_pairs(bytes.substr(start, at - start), "gb18030", {}, out);
    } else {
      if (byte == '\n') chinese = false;  // a line begins in ASCII
      out.character(1, ascii::is_ascii(byte) ? static_cast<char32_t>(byte) : kReplacementCharacter);
      ++at;
    }
  }
}

}  // namespace mimebase::charset
