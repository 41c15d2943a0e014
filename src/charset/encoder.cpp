#include "charset/encoder.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "charset/charset.h"
#include "charset/converter.h"
#include "charset/icu.h"
#include "charset/label.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::charset {
namespace {

constexpr char32_t kYen = 0xA5, kOverline = 0x203E, kMinus = 0x2212, kWideMinus = 0xFF0D;
constexpr char32_t kFirstHalfWidth = 0xFF61, kLastHalfWidth = 0xFF9F;

// The index ISO-2022-JP katakana: U+FF61 to U+FF9F as full-width characters.
constexpr char16_t kFullWidth[] = {
    0x3002, 0x300C, 0x300D, 0x3001, 0x30FB, 0x30F2, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30E3, 0x30E5,
    0x30E7, 0x30C3, 0x30FC, 0x30A2, 0x30A4, 0x30A6, 0x30A8, 0x30AA, 0x30AB, 0x30AD, 0x30AF, 0x30B1, 0x30B3,
    0x30B5, 0x30B7, 0x30B9, 0x30BB, 0x30BD, 0x30BF, 0x30C1, 0x30C4, 0x30C6, 0x30C8, 0x30CA, 0x30CB, 0x30CC,
    0x30CD, 0x30CE, 0x30CF, 0x30D2, 0x30D5, 0x30D8, 0x30DB, 0x30DE, 0x30DF, 0x30E0, 0x30E1, 0x30E2, 0x30E4,
    0x30E6, 0x30E8, 0x30E9, 0x30EA, 0x30EB, 0x30EC, 0x30ED, 0x30EF, 0x30F3, 0x309B, 0x309C};
static_assert(std::size(kFullWidth) == kLastHalfWidth - kFirstHalfWidth + 1);

// The ASCII byte of a character in the three Japanese encodings; 0 if there is none.
char roman_byte(char32_t code_point) {
  return code_point == kYen ? '\\' : code_point == kOverline ? '~' : '\0';
}

}  // namespace

Encoder::Encoder(std::string_view name, std::string_view icu)
    : name_(name),
      icu_(icu),
      shifts_(name == "iso-2022-jp"),
      is_japanese_(shifts_ || name == "shift_jis" || name == "euc-jp") {
  if (shifts_) icu_ = read_label("euc-jp").icu;
  if (!is_japanese_ && !is_one_of(name, {"gbk", "gb18030", "big5", "euc-kr"}))
    high_half_ = &high_half(name_, icu_);
}

bool Encoder::append(char32_t code_point, Shift& shift, std::string& out) const {
  if (shifts_) return append_shifting(code_point, shift, out);
  const unsigned bytes = bytes_of(code_point);
  for (int place = 24; place >= 0; place -= 8) {
    if (bytes >> place != 0) out += static_cast<char>(bytes >> place & 0xFF);
  }
  return bytes != 0;
}

unsigned Encoder::bytes_of(char32_t code_point) const {
  if (high_half_ != nullptr) {
    const auto* const found = std::find(high_half_->begin(), high_half_->end(), code_point);
    return found == high_half_->end() ? 0 : static_cast<unsigned>(found - high_half_->begin()) + 0x80;
  }
  if (is_japanese_) {
    if (const char byte = roman_byte(code_point)) return static_cast<unsigned char>(byte);
    if (code_point == kMinus) code_point = kWideMinus;
  }
  const unsigned by_icu = converter_of(icu_).bytes(code_point);
  const unsigned bytes = is_written(code_point, by_icu) ? by_icu : 0;
  // If an index has several entries for a character, the first one counts.
  const std::optional<unsigned> otherwise = standard_bytes(name_, code_point);
  return otherwise && (bytes == 0 || *otherwise < bytes) ? *otherwise : bytes;
}

bool Encoder::is_written(char32_t code_point, unsigned bytes) const {
  const bool is_private = code_point >= 0xE000 && code_point <= 0xF8FF;
  const bool is_pair = bytes > 0xFF && bytes <= 0xFFFF;
  if (name_ == "gb18030") return code_point != 0xE5E5;  // section 10.2.2
  if (name_ == "shift_jis") return !is_private;
  if (!is_pair) return false;
  if (name_ == "gbk") return code_point != 0xE5E5;
  if (name_ == "big5")
    return bytes >= 0xA100 && !is_private;  // section 11.1.2: without the rows of Hong Kong
  return is_japanese_ || !is_private;       // section 12.1.2: JIS X 0212 is read but never written
}

// Encoding Standard section 12.2.2.
bool Encoder::append_shifting(char32_t code_point, Shift& shift, std::string& out) const {
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
  const bool is_half_width = code_point >= kFirstHalfWidth && code_point <= kLastHalfWidth;
  const unsigned pair =
      shifting ? 0 : bytes_of(is_half_width ? kFullWidth[code_point - kFirstHalfWidth] : code_point);
  if (pair == 0) {
    if (shift == Shift::kJisX0208) finish(shift, out);
    return false;
  }
  if (shift != Shift::kJisX0208) out += "\x1B$B";
  shift = Shift::kJisX0208;
  out += static_cast<char>(pair >> 8 & 0x7F);
  out += static_cast<char>(pair & 0x7F);
  return true;
}

void Encoder::finish(Shift& shift, std::string& out) const {
  if (shift != Shift::kAscii) out += "\x1B(B";
  shift = Shift::kAscii;
}

const Encoder* encoder_for(std::string_view name) {
  // `name` is one of the Standard's names, whose number limits that of the entries.
  static std::mutex mutex;
  static std::map<std::string_view, std::unique_ptr<const Encoder>> encoders;
  const std::string_view known = output_encoding(name);
  if (known == "utf-8" || known != name) return nullptr;
  const std::lock_guard lock(mutex);
  std::unique_ptr<const Encoder>& encoder = encoders[known];
  if (encoder == nullptr) encoder = std::make_unique<Encoder>(known, read_label(known).icu);
  return encoder.get();
}

}  // namespace mimebase::charset
