#include "charset/icu.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "charset/converter.h"
#include "charset/decoders.h"
#include "charset/iconv.h"

namespace mimebase::charset {
namespace {

constexpr unsigned char byte_of(char c) {
  return static_cast<unsigned char>(c);
}

char32_t character_by_iconv(char byte, const std::string& name) {
  std::string utf8;
  append_by_iconv({&byte, 1}, name, utf8);
  const char32_t code = utf8.empty() ? 0 : utf8::first_character(utf8).code_point;
  return code == kReplacementCharacter ? 0 : code;
}

// The four pairs of Big5 that are two characters each: a letter and a combining mark.
struct Combined {
  unsigned bytes;
  std::string_view utf8;
};
constexpr std::array<Combined, 4> kCombined = {{{0x8862, "\xC3\x8A\xCC\x84"},
                                                {0x8864, "\xC3\x8A\xCC\x8C"},
                                                {0x88A3, "\xC3\xAA\xCC\x84"},
                                                {0x88A5, "\xC3\xAA\xCC\x8C"}}};
// Values from here on are indices into kCombined.
constexpr char32_t kFirstCombined = 0x110000;

// The characters of an encoding whose pairs start with a byte above ASCII. Each is looked up in ICU once,
// because ICU's own calls take three times as long. One table per thread.
class Characters {
 public:
  // Takes the Standard's name and ICU's. If `name` is empty, the characters are ICU's, without private-use
  // ones.
  Characters(std::string_view name, const std::string& icu) : name_(name), icu_(icu), converter_(icu) {
    for (std::size_t i = 0; i < single_.size(); ++i) {
      const char byte = static_cast<char>(0x80 + i);
      single_[i] = read({&byte, 1});
    }
  }

  // 0 if undefined.
  [[nodiscard]] char32_t single(unsigned char byte) const { return single_[byte - 0x80U]; }
  [[nodiscard]] char32_t pair(unsigned char lead, unsigned char trail) {
    std::unique_ptr<Row>& row = rows_[lead - 0x80U];
    if (row == nullptr) row = make_row(lead);
    return (*row)[trail];
  }
  [[nodiscard]] char32_t read(std::string_view bytes) const;

  [[nodiscard]] bool are(std::string_view name, std::string_view icu) const {
    return name_ == name && icu_ == icu;
  }
  // The length in bytes of a character that starts with these two.
  [[nodiscard]] std::size_t length(unsigned char lead, unsigned char next) const {
    if (is_gb_ && next >= '0' && next <= '9') return 4;
    return is_euc_jp_ && lead == 0x8F && next > 0xA0 && next < 0xFF ? 3 : 2;
  }
  [[nodiscard]] bool is_lead(unsigned char byte) const {
    if (is_shift_jis_) return (byte > 0x80 && byte < 0xA0) || (byte >= 0xE0 && byte <= 0xFC);
    return byte > 0x80 && byte < 0xFF;
  }

 private:
  using Row = std::array<char32_t, 256>;

  [[nodiscard]] std::unique_ptr<Row> make_row(unsigned char lead) const {
    auto row = std::make_unique<Row>();
    for (std::size_t trail = 0x21; trail < row->size(); ++trail) {
      const char bytes[] = {static_cast<char>(lead), static_cast<char>(trail)};
      (*row)[trail] = read({bytes, 2});
    }
    return row;
  }

  std::string name_, icu_;
  bool is_gb_ = name_ == "gb18030" || name_ == "gbk", is_euc_jp_ = name_ == "euc-jp",
       is_shift_jis_ = name_ == "shift_jis";
  // The Standard has private-use characters in these only.
  bool has_private_ = is_gb_ || is_euc_jp_ || is_shift_jis_;
  Converter converter_;
  std::array<char32_t, 128> single_ = {};
  std::array<std::unique_ptr<Row>, 128> rows_;
};

char32_t Characters::read(std::string_view bytes) const {
  unsigned value = 0;
  for (const char c : bytes) value = value << 8 | byte_of(c);
  if (const std::optional<char32_t> standard = standard_character(name_, value)) return *standard;
  const auto* combined = std::find_if(kCombined.begin(), kCombined.end(),
                                      [&](const Combined& known) { return known.bytes == value; });
  if (combined != kCombined.end() && name_ == "big5")
    return kFirstCombined + static_cast<char32_t>(combined - kCombined.begin());
  const char32_t code = converter_.character(bytes);
  // The Standard has no single-byte C1 controls.
  const bool is_control = bytes.size() == 1 && code < 0xA0;
  const bool is_private = code >= 0xE000 && code <= 0xF8FF;
  return is_control || (is_private && !has_private_) ? 0 : code;
}

Characters& characters_of(std::string_view name, const std::string& icu) {
  // The table of labels and the sets of ISO 2022 limit their number.
  thread_local std::vector<std::unique_ptr<Characters>> known;
  for (const auto& characters : known) {
    if (characters->are(name, icu)) return *characters;
  }
  return *known.emplace_back(std::make_unique<Characters>(name, icu));
}

class MultiByteDecoder {
 public:
  MultiByteDecoder(std::string_view bytes, Characters& characters, ConversionOutput& out)
      : bytes_(bytes), characters_(characters), out_(out) {}

  void run() {
    for (std::size_t at = 0; at < bytes_.size();) {
      const std::size_t end = ascii_end(at);
      if (end > at) out_.ascii(bytes_.substr(at, end - at));
      for (at = end; at < bytes_.size() && byte_of(bytes_[at]) >= 0x80;) at += one(at);
    }
  }

 private:
  [[nodiscard]] std::size_t ascii_end(std::size_t at) const {
    while (at < bytes_.size() && byte_of(bytes_[at]) < 0x80) ++at;
    return at;
  }

  // Reads the character at `at`, and returns its length in bytes.
  std::size_t one(std::size_t at) {
    const unsigned char lead = byte_of(bytes_[at]);
    if (const char32_t single = characters_.single(lead); single != 0) return put(1, single);
    if (at + 1 == bytes_.size()) return put(1, kReplacementCharacter);
    const unsigned char next = byte_of(bytes_[at + 1]);
    const std::size_t length = characters_.length(lead, next);
    const char32_t code =
        length == 2 ? characters_.pair(lead, next) : characters_.read(bytes_.substr(at, length));
    if (code >= kFirstCombined) {
      out_.text(length, kCombined[code - kFirstCombined].utf8);
      return length;
    }
    return code != 0 ? put(length, code) : replace(at, characters_.is_lead(lead) ? length : 1);
  }

  // Writes U+FFFD for the bytes before the first ASCII byte.
  std::size_t replace(std::size_t at, std::size_t length) {
    std::size_t taken = 1;
    while (taken < std::min(length, bytes_.size() - at) && byte_of(bytes_[at + taken]) >= 0x80) ++taken;
    return put(taken, kReplacementCharacter);
  }

  std::size_t put(std::size_t length, char32_t code) {
    out_.character(length, code);
    return length;
  }

  std::string_view bytes_;
  Characters& characters_;
  ConversionOutput& out_;
};

}  // namespace

const Converter& converter_of(const std::string& icu) {
  thread_local std::map<std::string, Converter> converters;
  return converters.try_emplace(icu, icu).first->second;
}

const HighHalf& high_half(std::string_view name, const std::string& icu) {
  static std::mutex mutex;
  static std::map<std::string, HighHalf, std::less<>> made;
  const std::lock_guard lock(mutex);
  if (const auto found = made.find(name); found != made.end()) return found->second;
  HighHalf& half = made[std::string(name)];
  const Converter converter(icu);
  for (unsigned byte = 0x80; byte <= 0xFF; ++byte) {
    const char c = static_cast<char>(byte);
    const std::optional<char32_t> standard = standard_character(name, byte);
    half[byte - 0x80] = standard      ? *standard
                        : icu.empty() ? character_by_iconv(c, std::string(name))
                                      : converter.character({&c, 1});
  }
  return half;
}

void decode_multi_byte(std::string_view bytes, std::string_view name, const std::string& icu,
                       ConversionOutput& out) {
  MultiByteDecoder(bytes, characters_of(name, icu), out).run();
}

void decode_pairs(std::string_view pairs, const std::string& icu, std::string_view prefix,
                  ConversionOutput& out) {
  Characters& characters = characters_of({}, icu);
  std::string bytes;
  for (; pairs.size() >= 2; pairs.remove_prefix(2)) {
    const auto lead = static_cast<char>(pairs[0] | 0x80), trail = static_cast<char>(pairs[1] | 0x80);
    char32_t code = 0;
    if (prefix.empty()) {
      code = characters.pair(byte_of(lead), byte_of(trail));
    } else {
      bytes.assign(prefix).append({lead, trail});
      code = characters.read(bytes);
    }
    out.character(2, code != 0 ? code : kReplacementCharacter);
  }
}

}  // namespace mimebase::charset
