#include "charset/encoder.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "charset/double_byte.h"
#include "charset/label.h"

namespace mimebase::charset {
namespace {

constexpr unsigned kRowBytes = 94;

// From code points to numbers: of several numbers for one code point the first that is added counts.
class Index {
 public:
  void add(char32_t code_point, unsigned number) {
    if (code_point != DoubleByteTable::kNone && code_point != DoubleByteTable::kSeveral)
      entries_.emplace_back(code_point, number);
  }
  void sort() {
    std::stable_sort(entries_.begin(), entries_.end(),
                     [](const Entry& a, const Entry& b) { return a.first < b.first; });
  }
  [[nodiscard]] std::optional<unsigned> find(char32_t code_point) const {
    const auto at = std::lower_bound(entries_.begin(), entries_.end(), code_point,
                                     [](const Entry& a, char32_t b) { return a.first < b; });
    if (at == entries_.end() || at->first != code_point) return std::nullopt;
    return at->second;
  }

 private:
  using Entry = std::pair<char32_t, unsigned>;
  std::vector<Entry> entries_;
};

// Where the Standard writes what iconv reads as another character, or not at all.
struct Addition {
  std::string_view encoding;  // "gbk": gb18030 as well
  char32_t code_point;
  unsigned bytes;
};
constexpr Addition kAdditions[] = {
    {"big5", 0x00AF, 0xA1C2},    {"big5", 0x02CD, 0xA1C5},    {"big5", 0x2027, 0xA145},
    {"big5", 0x20AC, 0xA3E1},    {"big5", 0x2215, 0xA241},    {"big5", 0x2295, 0xA1F2},
    {"big5", 0x2299, 0xA1F3},    {"big5", 0x2421, 0xA3E0},    {"big5", 0x2550, 0xF9F9},
    {"big5", 0x255E, 0xF9E9},    {"big5", 0x2561, 0xF9EB},    {"big5", 0x256A, 0xF9EA},
    {"big5", 0x2574, 0xA15A},    {"big5", 0x4EDD, 0xC6DF},    {"big5", 0x5605, 0xFB48},
    {"big5", 0x5ED0, 0xFBF9},    {"big5", 0x5EF4, 0xC6CF},    {"big5", 0x60A4, 0xFC6C},
    {"big5", 0x65E0, 0xC6D3},    {"big5", 0x732A, 0xFE52},    {"big5", 0x7676, 0xC6D5},
    {"big5", 0x96B6, 0xC6D7},    {"big5", 0xFE51, 0xA14E},    {"big5", 0xFE68, 0xA242},
    {"big5", 0xFF0F, 0xA1FE},    {"big5", 0xFF3C, 0xA240},    {"big5", 0xFF5E, 0xA1E3},
    {"big5", 0xFFE0, 0xA246},    {"big5", 0xFFE1, 0xA247},    {"big5", 0xFFE3, 0xA1C3},
    {"big5", 0xFFE5, 0xA244},    {"gbk", 0xE78D, 0xA6D9},     {"gbk", 0xE78E, 0xA6DA},
    {"gbk", 0xE78F, 0xA6DB},     {"gbk", 0xE790, 0xA6DC},     {"gbk", 0xE791, 0xA6DD},
    {"gbk", 0xE792, 0xA6DE},     {"gbk", 0xE793, 0xA6DF},     {"gbk", 0xE794, 0xA6EC},
    {"gbk", 0xE795, 0xA6ED},     {"gbk", 0xE796, 0xA6F3},     {"gbk", 0xE816, 0xFE51},
    {"gbk", 0xE817, 0xFE52},     {"gbk", 0xE818, 0xFE53},     {"gbk", 0xE81E, 0xFE59},
    {"gbk", 0xE826, 0xFE61},     {"gbk", 0xE82B, 0xFE66},     {"gbk", 0xE82C, 0xFE67},
    {"gbk", 0xE831, 0xFE6C},     {"gbk", 0xE832, 0xFE6D},     {"gbk", 0xE83B, 0xFE76},
    {"gbk", 0xE843, 0xFE7E},     {"gbk", 0xE854, 0xFE90},     {"gbk", 0xE855, 0xFE91},
    {"gbk", 0xE864, 0xFEA0},     {"koi8-u", 0x040E, 0xBE},    {"koi8-u", 0x045E, 0xAE},
    {"macintosh", 0x2206, 0xC6}, {"macintosh", 0xF8FF, 0xF0}, {"x-mac-cyrillic", 0x20AC, 0xFF},
};

void add_additions(std::string_view encoding, Index& index) {
  for (const Addition& addition : kAdditions) {
    if (addition.encoding == encoding) index.add(addition.code_point, addition.bytes);
  }
}

void append_pair(unsigned pair, std::string& out) {
  out += static_cast<char>(pair >> 8);
  out += static_cast<char>(pair & 0xFF);
}

// Section 9.1: one byte a character.
class SingleByteEncoder : public Encoder {
 public:
  explicit SingleByteEncoder(std::string_view name) {
    add_additions(name, index_);
    const Charset windows_1252(name);
    const std::string iconv_name = read_label(name).iconv;
    IconvDecoder decoder(iconv_name.c_str());
    std::string utf8;
    for (unsigned byte = 0x80; byte <= 0xFF; ++byte) {
      const char one = static_cast<char>(byte);
      utf8.clear();
      if (name == "windows-1252") {
        windows_1252.append_utf8({&one, 1}, utf8);
      } else if (!decoder.usable() || decoder.convert({&one, 1}, true, utf8) != IconvDecoder::Status::kDone) {
        utf8.clear();
        if (decoder.usable()) decoder.reset();
      }
      index_.add(only_code_point(utf8, name, byte), byte);
    }
    index_.sort();
  }

  bool append(char32_t code_point, Shift& /*shift*/, std::string& out) const override {
    const std::optional<unsigned> byte = index_.find(code_point);
    if (byte) out += static_cast<char>(*byte);
    return byte.has_value();
  }

 private:
  // The Standard's windows encodings have C1 controls where the code pages have nothing.
  static char32_t only_code_point(const std::string& utf8, std::string_view name, unsigned byte) {
    if (utf8.empty()) {
      const bool control = byte < 0xA0 && name.starts_with("windows-");
      return control ? byte : DoubleByteTable::kNone;
    }
    return code_point_of(utf8);
  }
  static char32_t code_point_of(std::string_view utf8) {
    const auto byte = [&](std::size_t i) {
      return static_cast<char32_t>(static_cast<unsigned char>(utf8[i]));
    };
    if (utf8.size() == 2) return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
    if (utf8.size() == 3) return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    return DoubleByteTable::kNone;
  }

  Index index_;
};

// Pairs of bytes as they stand in a table.
Index index_of_pairs(CharacterSet set, unsigned first_lead, std::string_view additions = {}) {
  const DoubleByteTable& table = DoubleByteTable::of(set);
  Index index;
  add_additions(additions, index);
  for (unsigned lead = first_lead; lead <= 0xFE; ++lead) {
    for (unsigned trail = 0x30; trail <= 0xFE; ++trail) {
      index.add(table.at(static_cast<unsigned char>(lead), static_cast<unsigned char>(trail)),
                lead << 8 | trail);
    }
  }
  index.sort();
  return index;
}

// Sections 10.1.2 and 10.2.2. GBK has no characters of four bytes, but the euro in one.
class GbEncoder : public Encoder {
 public:
  explicit GbEncoder(bool is_gbk) : is_gbk_(is_gbk), pairs_(index_of_pairs(CharacterSet::kGbk, 0x81, "gbk")) {
    for (unsigned place = 0; !is_gbk && place < kPlaces; ++place)
      places_.add(FourByteTable::get().at(place), place);
    places_.sort();
  }

  bool append(char32_t code_point, Shift& /*shift*/, std::string& out) const override {
    constexpr char32_t kEuro = 0x20AC, kWithoutBytes = 0xE5E5;
    if (code_point == kWithoutBytes) return false;
    if (is_gbk_ && code_point == kEuro) {
      out += '\x80';
      return true;
    }
    // Beyond the Basic Multilingual Plane there are no pairs.
    if (const std::optional<unsigned> pair = pairs_.find(code_point); pair && code_point < 0x10000) {
      append_pair(*pair, out);
      return true;
    }
    return !is_gbk_ && append_four(code_point, out);
  }

 private:
  static constexpr unsigned kPlaces = 39420;

  bool append_four(char32_t code_point, std::string& out) const {
    std::optional<unsigned> place = places_.find(code_point);
    if (code_point >= 0x10000) place = static_cast<unsigned>(code_point - 0x10000 + 189000);
    if (!place) return false;
    out += static_cast<char>(0x81 + *place / 12600);
    out += static_cast<char>(0x30 + *place / 1260 % 10);
    out += static_cast<char>(0x81 + *place / 10 % 126);
    out += static_cast<char>(0x30 + *place % 10);
    return true;
  }

  bool is_gbk_;
  Index pairs_, places_;
};

// Section 11.1.2: without the rows of Hong Kong before 0xA1.
class Big5Encoder : public Encoder {
 public:
  Big5Encoder() : pairs_(index_of_pairs(CharacterSet::kBig5, 0xA1, "big5")) {}

  bool append(char32_t code_point, Shift& /*shift*/, std::string& out) const override {
    std::optional<unsigned> pair = pairs_.find(code_point);
    // The pictures of controls.
    if (code_point >= 0x2400 && code_point <= 0x241F) pair = 0xA3C0 + (code_point - 0x2400);
    if (pair) append_pair(*pair, out);
    return pair.has_value();
  }

 private:
  Index pairs_;
};

// Section 13.1.2.
class KoreanEncoder : public Encoder {
 public:
  KoreanEncoder() : pairs_(index_of_pairs(CharacterSet::kWindows949, 0x81)) {}

  bool append(char32_t code_point, Shift& /*shift*/, std::string& out) const override {
    const std::optional<unsigned> pair = pairs_.find(code_point);
    if (pair) append_pair(*pair, out);
    return pair.has_value();
  }

 private:
  Index pairs_;
};

// What the three encodings of Japanese are made of: the Standard's index jis0208, whose pointers are those of
// Shift_JIS's pairs.
class JapaneseIndex {
 public:
  static constexpr unsigned kFirstDouble = 8272, kLastDouble = 8835;  // NEC's copies of IBM's characters
  static constexpr unsigned kFirstPrivate = 8836, kLastPrivate = 10715;

  // With NEC's copies, as EUC-JP and ISO-2022-JP have them, or with IBM's, as Shift_JIS.
  explicit JapaneseIndex(bool with_copies) {
    const DoubleByteTable& table = DoubleByteTable::of(CharacterSet::kWindows31J);
    for (unsigned pointer = 0; pointer < 60 * 188; ++pointer) {
      if (pointer >= kFirstPrivate && pointer <= kLastPrivate) continue;
      if (!with_copies && pointer >= kFirstDouble && pointer <= kLastDouble) continue;
      const unsigned pair = shift_jis(pointer);
      index_.add(table.at(static_cast<unsigned char>(pair >> 8), static_cast<unsigned char>(pair & 0xFF)),
                 pointer);
    }
    index_.sort();
  }

  [[nodiscard]] std::optional<unsigned> find(char32_t code_point) const {
    constexpr char32_t kMinus = 0x2212, kWideMinus = 0xFF0D;
    return index_.find(code_point == kMinus ? kWideMinus : code_point);
  }

  // A pair of Shift_JIS by its pointer.
  static unsigned shift_jis(unsigned pointer) {
    const unsigned lead = pointer / 188, trail = pointer % 188;
    return (lead + (lead < 0x1F ? 0x81 : 0xC1)) << 8 | (trail + (trail < 0x3F ? 0x40 : 0x41));
  }

 private:
  Index index_;
};

constexpr char32_t kYen = 0xA5, kOverline = 0x203E;
constexpr char32_t kFirstHalfWidth = 0xFF61, kLastHalfWidth = 0xFF9F;

bool is_half_width(char32_t code_point) {
  return code_point >= kFirstHalfWidth && code_point <= kLastHalfWidth;
}

// What is a byte of ASCII's in all three; 0: nothing.
char roman_byte(char32_t code_point) {
  return code_point == kYen ? '\\' : code_point == kOverline ? '~' : '\0';
}

// Section 12.3.2.
class ShiftJisEncoder : public Encoder {
 public:
  bool append(char32_t code_point, Shift& /*shift*/, std::string& out) const override {
    if (const char byte = roman_byte(code_point)) {
      out += byte;
    } else if (code_point == 0x80) {
      out += '\x80';
    } else if (is_half_width(code_point)) {
      out += static_cast<char>(code_point - kFirstHalfWidth + 0xA1);
    } else if (const std::optional<unsigned> pointer = index_.find(code_point)) {
      append_pair(JapaneseIndex::shift_jis(*pointer), out);
    } else {
      return false;
    }
    return true;
  }

 private:
  JapaneseIndex index_ = JapaneseIndex(false);
};

// Section 12.1.2: without the rows of JIS X 0212, which are read and never written.
class EucJpEncoder : public Encoder {
 public:
  bool append(char32_t code_point, Shift& /*shift*/, std::string& out) const override {
    if (const char byte = roman_byte(code_point)) {
      out += byte;
    } else if (is_half_width(code_point)) {
      append_pair(static_cast<unsigned>(code_point - kFirstHalfWidth + 0x8EA1), out);
    } else if (const std::optional<unsigned> pointer = index_.find(code_point);
               pointer && *pointer < kRowBytes * kRowBytes) {
      append_pair((*pointer / kRowBytes + 0xA1) << 8 | (*pointer % kRowBytes + 0xA1), out);
    } else {
      return false;
    }
    return true;
  }

 private:
  JapaneseIndex index_ = JapaneseIndex(true);
};

// Section 12.2.2.
class Iso2022JpEncoder : public Encoder {
 public:
  [[nodiscard]] bool shifts() const override { return true; }

  bool append(char32_t code_point, Shift& shift, std::string& out) const override {
    // Bytes that would be read as shifts.
    const bool shifting = code_point == 0x0E || code_point == 0x0F || code_point == 0x1B;
    if (shifting && shift != Shift::kJisX0208) return false;
    if (code_point < 0x80 && !shifting) {
      const bool means_another = code_point == '\\' || code_point == '~';
      if (shift == Shift::kJisX0208 || (shift == Shift::kRoman && means_another)) finish(shift, out);
      out += static_cast<char>(code_point);
      return true;
    }
    if (const char byte = roman_byte(code_point)) {
      if (shift != Shift::kRoman) out += "\x1B(J";
      shift = Shift::kRoman;
      out += byte;
      return true;
    }
    return append_pair_of(code_point, shift, out);
  }

 private:
  bool append_pair_of(char32_t code_point, Shift& shift, std::string& out) const {
    if (is_half_width(code_point)) code_point = kFullWidth[code_point - kFirstHalfWidth];
    const std::optional<unsigned> pointer = code_point < 0x80 ? std::nullopt : index_.find(code_point);
    if (!pointer || *pointer >= kRowBytes * kRowBytes) {
      if (shift == Shift::kJisX0208) finish(shift, out);
      return false;
    }
    if (shift != Shift::kJisX0208) out += "\x1B$B";
    shift = Shift::kJisX0208;
    out += static_cast<char>(*pointer / kRowBytes + 0x21);
    out += static_cast<char>(*pointer % kRowBytes + 0x21);
    return true;
  }

  // The index ISO-2022-JP katakana: U+FF61 to U+FF9F as wide characters.
  static constexpr char16_t kFullWidth[] = {
      0x3002, 0x300C, 0x300D, 0x3001, 0x30FB, 0x30F2, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30E3, 0x30E5,
      0x30E7, 0x30C3, 0x30FC, 0x30A2, 0x30A4, 0x30A6, 0x30A8, 0x30AA, 0x30AB, 0x30AD, 0x30AF, 0x30B1, 0x30B3,
      0x30B5, 0x30B7, 0x30B9, 0x30BB, 0x30BD, 0x30BF, 0x30C1, 0x30C4, 0x30C6, 0x30C8, 0x30CA, 0x30CB, 0x30CC,
      0x30CD, 0x30CE, 0x30CF, 0x30D2, 0x30D5, 0x30D8, 0x30DB, 0x30DE, 0x30DF, 0x30E0, 0x30E1, 0x30E2, 0x30E4,
      0x30E6, 0x30E8, 0x30E9, 0x30EA, 0x30EB, 0x30EC, 0x30ED, 0x30EF, 0x30F3, 0x309B, 0x309C};
  static_assert(std::size(kFullWidth) == kLastHalfWidth - kFirstHalfWidth + 1);

  JapaneseIndex index_ = JapaneseIndex(true);
};

std::unique_ptr<const Encoder> make_encoder(std::string_view name) {
  if (name == "gbk" || name == "gb18030") return std::make_unique<GbEncoder>(name == "gbk");
  if (name == "big5") return std::make_unique<Big5Encoder>();
  if (name == "euc-kr") return std::make_unique<KoreanEncoder>();
  if (name == "shift_jis") return std::make_unique<ShiftJisEncoder>();
  if (name == "euc-jp") return std::make_unique<EucJpEncoder>();
  if (name == "iso-2022-jp") return std::make_unique<Iso2022JpEncoder>();
  return std::make_unique<SingleByteEncoder>(name);
}

}  // namespace

void Encoder::finish(Shift& shift, std::string& out) const {
  if (shift != Shift::kAscii) out += "\x1B(B";
  shift = Shift::kAscii;
}

const Encoder* encoder_for(std::string_view name) {
  // No more entries than the Standard has encodings: `name` is one of its names.
  static std::mutex mutex;
  static std::map<std::string_view, std::unique_ptr<const Encoder>> encoders;
  const std::string_view known = output_encoding(name);
  if (known == "utf-8" || known != name) return nullptr;
  const std::lock_guard lock(mutex);
  std::unique_ptr<const Encoder>& encoder = encoders[known];
  if (encoder == nullptr) encoder = make_encoder(known);
  return encoder.get();
}

}  // namespace mimebase::charset
