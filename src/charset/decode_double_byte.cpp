// GB18030, Big5, Shift_JIS, windows-949 and Johab: an ASCII byte alone is ASCII, a byte above it begins a
// pair whose second byte may be an ASCII one. And HZ, which is GB 2312 in seven bits.
#include <cstring>
#include <optional>

#include "charset/decoders.h"
#include "charset/double_byte.h"

namespace mimebase::charset {
namespace {

constexpr unsigned char byte_of(char c) {
  return static_cast<unsigned char>(c);
}

constexpr bool is_between(unsigned char byte, unsigned char first, unsigned char last) {
  return byte >= first && byte <= last;
}

// The end of the ASCII bytes that begin at `at`.
std::size_t ascii_end(std::string_view bytes, std::size_t at) {
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    if ((word & 0x8080808080808080U) != 0) break;
  }
  while (at < bytes.size() && byte_of(bytes[at]) < 0x80) ++at;
  return at;
}

class DoubleByteDecoder {
 public:
  DoubleByteDecoder(std::string_view bytes, Encoding encoding, ConversionOutput& out)
      : bytes_(bytes), encoding_(encoding), table_(DoubleByteTable::of(set_of(encoding))), out_(out) {}

  void run() {
    std::size_t at = 0;
    while (at < bytes_.size()) {
      const std::size_t end = ascii_end(bytes_, at);
      if (end > at) out_.ascii(bytes_.substr(at, end - at));
      for (at = end; at < bytes_.size() && byte_of(bytes_[at]) >= 0x80;) at += one(at);
    }
  }

 private:
  static CharacterSet set_of(Encoding encoding) {
    switch (encoding) {
      case Encoding::kBig5:
        return CharacterSet::kBig5;
      case Encoding::kShiftJis:
        return CharacterSet::kWindows31J;
      case Encoding::kKorean:
        return CharacterSet::kWindows949;
      case Encoding::kJohab:
        return CharacterSet::kJohab;
      default:
        return CharacterSet::kGbk;
    }
  }

  // What a byte above ASCII stands for by itself, or 0 where it begins a pair.
  [[nodiscard]] char32_t single(unsigned char lead) const {
    if (encoding_ == Encoding::kShiftJis) {
      if (is_between(lead, 0xA1, 0xDF)) return 0xFF61U + (lead - 0xA1U);
      return lead == 0x80 || lead == 0xA0 || lead > 0xFC ? kReplacementCharacter : 0;
    }
    if (lead == 0x80 && encoding_ == Encoding::kGb18030) return 0x20AC;
    return lead == 0x80 || lead == 0xFF ? kReplacementCharacter : 0;
  }

  // Reads the character at `at` and gives its length.
  std::size_t one(std::size_t at) {
    const unsigned char lead = byte_of(bytes_[at]);
    if (const char32_t code = single(lead)) return put(1, code);
    if (at + 1 == bytes_.size()) return put(1, kReplacementCharacter);
    const unsigned char trail = byte_of(bytes_[at + 1]);
    const char32_t code = table_.at(lead, trail);
    if (code == DoubleByteTable::kNone) return no_pair(at, trail);
    if (code == DoubleByteTable::kSeveral) return several(at);
    return put(2, code);
  }

  std::size_t no_pair(std::size_t at, unsigned char trail) {
    if (encoding_ == Encoding::kGb18030 && is_between(trail, 0x30, 0x39)) {
      if (const char32_t code = four_bytes(at); code != DoubleByteTable::kNone) return put(4, code);
    }
    // An ASCII byte that completes nothing is itself: markup behind a torn character is not lost.
    return put(trail < 0x80 ? 1 : 2, kReplacementCharacter);
  }

  [[nodiscard]] char32_t four_bytes(std::size_t at) const {
    if (at + 4 > bytes_.size()) return DoubleByteTable::kNone;
    const unsigned a = byte_of(bytes_[at]) - 0x81U, b = byte_of(bytes_[at + 1]) - 0x30U;
    const unsigned c = byte_of(bytes_[at + 2]) - 0x81U, d = byte_of(bytes_[at + 3]) - 0x30U;
    if (c > 0x7D || d > 9) return DoubleByteTable::kNone;
    const char32_t linear = ((a * 10 + b) * 126 + c) * 10 + d;
    // Beyond the Basic Multilingual Plane GB18030 counts as Unicode does.
    constexpr char32_t kFirstBeyond = 189000;
    if (linear >= kFirstBeyond && linear <= kFirstBeyond + 0xFFFFF) return linear - kFirstBeyond + 0x10000;
    return FourByteTable::get().at(linear);
  }

  std::size_t several(std::size_t at) {
    utf8_.clear();
    if (!iconv_) iconv_.emplace("BIG5-HKSCS");
    if (iconv_->convert(bytes_.substr(at, 2), true, utf8_) != IconvDecoder::Status::kDone)
      return put(2, kReplacementCharacter);
    out_.text(2, utf8_);
    return 2;
  }

  std::size_t put(std::size_t length, char32_t code) {
    out_.character(length, code);
    return length;
  }

  std::string_view bytes_;
  Encoding encoding_;
  const DoubleByteTable& table_;
  ConversionOutput& out_;
  std::optional<IconvDecoder> iconv_;
  std::string utf8_;
};

}  // namespace

void decode_double_byte(std::string_view bytes, Encoding encoding, ConversionOutput& out) {
  DoubleByteDecoder(bytes, encoding, out).run();
}

void decode_hz(std::string_view bytes, ConversionOutput& out) {
  const DoubleByteTable& table = DoubleByteTable::of(CharacterSet::kGbk);
  bool chinese = false;
  std::size_t at = 0;
  while (at < bytes.size()) {
    const unsigned char byte = byte_of(bytes[at]);
    const char next = at + 1 < bytes.size() ? bytes[at + 1] : '\0';
    if (byte == '~' && (next == '{' || next == '}' || next == '\n')) {
      if (next != '\n') chinese = next == '{';
      out.drop(2);
      at += 2;
    } else if (byte == '~' && next == '~' && !chinese) {
      out.whole(2, "~");
      at += 2;
    } else if (chinese && is_between(byte, 0x21, 0x7D) && is_between(byte_of(next), 0x21, 0x7E)) {
      const char32_t code = table.at(byte | 0x80, byte_of(next) | 0x80);
      out.character(2, code == DoubleByteTable::kNone ? kReplacementCharacter : code);
      at += 2;
    } else {
      if (byte == '\n') chinese = false;  // a line begins in ASCII
      out.character(1, byte < 0x80 ? byte : kReplacementCharacter);
      ++at;
    }
  }
}

}  // namespace mimebase::charset
