// Seven-bit charsets with shifts: HZ; and ISO-2022-JP, -JP-2, -JP-3, -KR, -CN and -CN-EXT together. Their
// escape sequences name the sets, and no two of these charsets use one sequence for different sets.
#include <array>

#include "charset/decoders.h"
#include "charset/icu.h"
#include "text/ascii.h"

namespace mimebase::charset {
namespace {

enum class SetKind : std::uint8_t {
  kAscii,
  kKatakana,  // JIS X 0201, half-width
  kLatin1,    // upper halves, for single shifts
  kGreek,     // ISO-8859-7
  kPairs,
};

// How a converter encodes a set of pairs: with which prefix.
struct Pairs {
  const char* converter = nullptr;
  std::string_view prefix;
  bool by_iconv = false;
};
constexpr Pairs kJisX0208 = {"euc-jp-2007", ""}, kJisX0212 = {"euc-jp-2007", "\x8F"};
constexpr Pairs kGb2312 = {"gb18030", ""}, kKsX1001 = {"windows-949-2000", ""};
// ICU lacks JIS X 0213.
constexpr Pairs kJisX0213a = {"euc-jisx0213", "", true}, kJisX0213b = {"euc-jisx0213", "\x8F", true};
constexpr Pairs kCns1 = {"euc-tw-2014", ""};
constexpr Pairs kCns2 = {"euc-tw-2014", "\x8E\xA2"}, kCns3 = {"euc-tw-2014", "\x8E\xA3"};
constexpr Pairs kCns4 = {"euc-tw-2014", "\x8E\xA4"}, kCns5 = {"euc-tw-2014", "\x8E\xA5"};
constexpr Pairs kCns6 = {"euc-tw-2014", "\x8E\xA6"}, kCns7 = {"euc-tw-2014", "\x8E\xA7"};

struct Designated {
  SetKind kind = SetKind::kAscii;
  Pairs pairs{};
};

struct Escape {
  std::string_view sequence;  // after the ESC
  int place;                  // G0 to G3
  Designated set;
};

// The Roman letters of JIS X 0201 are read as ASCII: authors of mail mean ASCII, and "~" in a URL is not an
// overline.
constexpr std::array<Escape, 26> kEscapes = {{
    {"(B", 0, {}},
    {"(J", 0, {}},
    {"(H", 0, {}},
    {"(I", 0, {SetKind::kKatakana}},
    {"$@", 0, {SetKind::kPairs, kJisX0208}},
    {"$B", 0, {SetKind::kPairs, kJisX0208}},
    {"$A", 0, {SetKind::kPairs, kGb2312}},
    {"$(@", 0, {SetKind::kPairs, kJisX0208}},
    {"$(B", 0, {SetKind::kPairs, kJisX0208}},
    {"$(C", 0, {SetKind::kPairs, kKsX1001}},
    {"$(D", 0, {SetKind::kPairs, kJisX0212}},
    {"$(O", 0, {SetKind::kPairs, kJisX0213a}},
    {"$(Q", 0, {SetKind::kPairs, kJisX0213a}},
    {"$(P", 0, {SetKind::kPairs, kJisX0213b}},
    {"$)C", 1, {SetKind::kPairs, kKsX1001}},
    {"$)A", 1, {SetKind::kPairs, kGb2312}},
    {"$)E", 1, {SetKind::kPairs, kGb2312}},
    {"$)G", 1, {SetKind::kPairs, kCns1}},
    {"$*H", 2, {SetKind::kPairs, kCns2}},
    {".A", 2, {SetKind::kLatin1}},
    {".F", 2, {SetKind::kGreek}},
    {"$+I", 3, {SetKind::kPairs, kCns3}},
    {"$+J", 3, {SetKind::kPairs, kCns4}},
    {"$+K", 3, {SetKind::kPairs, kCns5}},
    {"$+L", 3, {SetKind::kPairs, kCns6}},
    {"$+M", 3, {SetKind::kPairs, kCns7}},
}};

class Iso2022Decoder {
 public:
  Iso2022Decoder(std::string_view bytes, std::string_view name, ConversionOutput& out)
      : bytes_(bytes), out_(out) {
    if (name.starts_with("iso-2022-kr")) {
      sets_[1] = {SetKind::kPairs, kKsX1001};
    } else if (name.starts_with("iso-2022-cn")) {
      sets_[1] = {SetKind::kPairs, kGb2312};
    } else {
      sets_[1] = {SetKind::kKatakana};
    }
  }

  void run() {
    std::size_t at = 0;
    while (at < bytes_.size()) at += one(at);
  }

 private:
  static constexpr char kEscape = 0x1B, kShiftOut = 0x0E, kShiftIn = 0x0F;

  std::size_t one(std::size_t at) {
    const char c = bytes_[at];
    if (c == kEscape) return escape(at);
    if (c == kShiftOut || c == kShiftIn) {
      shifted_ = c == kShiftOut;
      out_.drop(1);
      return 1;
    }
    // Lines begin in ASCII. Many programs omit the shift at the end of a line.
    if (c == '\n') {
      shifted_ = false;
      sets_[0] = {};
    }
    const Designated& set = sets_[shifted_ ? 1 : 0];
    if (set.kind == SetKind::kAscii) return ascii(at);
    return character(at, set);
  }

  std::size_t ascii(std::size_t at) {
    std::size_t end = at;
    while (end < bytes_.size() && is_plain(bytes_[end])) ++end;
    if (end > at) {
      out_.ascii(bytes_.substr(at, end - at));
      return end - at;
    }
    const auto byte = static_cast<unsigned char>(bytes_[at]);
    out_.character(1, byte < 0x80 ? byte : kReplacementCharacter);
    return 1;
  }
  static bool is_plain(char c) { return static_cast<unsigned char>(c) < 0x80 && c != kEscape && c >= 0x10; }

  // Characters of a set other than ASCII. Controls and spaces are the same in all sets.
  std::size_t character(std::size_t at, const Designated& set, bool one_alone = false) {
    const auto lead = static_cast<unsigned char>(bytes_[at]);
    if (lead <= 0x20 || lead >= 0x7F) {
      out_.character(1, lead < 0x80 ? lead : kReplacementCharacter);
      return 1;
    }
    if (set.kind != SetKind::kPairs) {
      out_.character(1, single(lead, set.kind));
      return 1;
    }
    std::size_t end = at;
    while (end + 2 <= bytes_.size() && is_graphic(bytes_[end]) && is_graphic(bytes_[end + 1])) {
      end += 2;
      if (one_alone) break;
    }
    if (end == at) {
      out_.character(1, kReplacementCharacter);
      return 1;
    }
    if (set.pairs.by_iconv) {
      decode_pairs_by_iconv(bytes_.substr(at, end - at), set.pairs.converter, set.pairs.prefix, out_);
    } else {
      decode_pairs(bytes_.substr(at, end - at), set.pairs.converter, set.pairs.prefix, out_);
    }
    return end - at;
  }
  static bool is_graphic(char c) { return c > 0x20 && c < 0x7F; }

  static char32_t single(unsigned char byte, SetKind kind) {
    if (kind == SetKind::kKatakana) return byte <= 0x5F ? 0xFF61U + (byte - 0x21U) : kReplacementCharacter;
    if (kind == SetKind::kLatin1) return byte | 0x80U;
    const char32_t greek = high_half("iso-8859-7", "iso-8859-7")[byte];
    return greek != 0 ? greek : kReplacementCharacter;
  }

  std::size_t escape(std::size_t at) {
    const std::string_view rest = bytes_.substr(at + 1, 3);
    for (const Escape& known : kEscapes) {
      if (!rest.starts_with(known.sequence)) continue;
      sets_[static_cast<std::size_t>(known.place)] = known.set;
      out_.drop(1 + known.sequence.size());
      return 1 + known.sequence.size();
    }
    if (rest.starts_with("&@")) {  // announces a revision of the next set
      out_.drop(3);
      return 3;
    }
    if (rest.starts_with('N') || rest.starts_with('O')) return single_shift(at, rest.front() == 'N' ? 2 : 3);
    out_.character(1, kReplacementCharacter);
    return 1;
  }

  // ESC N or ESC O: one character of G2 or G3.
  std::size_t single_shift(std::size_t at, std::size_t place) {
    out_.drop(2);
    if (at + 2 >= bytes_.size() || sets_[place].kind == SetKind::kAscii) return 2;
    return 2 + character(at + 2, sets_[place], true);
  }

  std::string_view bytes_;
  ConversionOutput& out_;
  std::array<Designated, 4> sets_{};
  bool shifted_ = false;
};

}  // namespace

void decode_iso2022(std::string_view bytes, std::string_view name, ConversionOutput& out) {
  Iso2022Decoder(bytes, name, out).run();
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
