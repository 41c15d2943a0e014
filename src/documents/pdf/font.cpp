#include "documents/pdf/font.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "documents/pdf/font_file.h"
#include "documents/pdf/lexer.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

struct GlyphName {
  std::string_view name;
  char32_t character;
};
constexpr GlyphName kGlyphNames[] = {
#include "documents/pdf/glyph_names.inc"
};
static_assert(std::ranges::is_sorted(kGlyphNames, {}, &GlyphName::name));

// The upper half of StandardEncoding (ISO 32000-2 annex D.2), from 0xA0.
constexpr std::array<char32_t, 96> kStandard = {
    0,      0xA1,   0xA2,   0xA3,   0x2044, 0xA5,   0x192,  0xA7,   0xA4, 0x27,  0x201C, 0xAB,
    0x2039, 0x203A, 0xFB01, 0xFB02, 0,      0x2013, 0x2020, 0x2021, 0xB7, 0,     0xB6,   0x2022,
    0x201A, 0x201E, 0x201D, 0xBB,   0x2026, 0x2030, 0,      0xBF,   0,    0x60,  0xB4,   0x2C6,
    0x2DC,  0xAF,   0x2D8,  0x2D9,  0xA8,   0,      0x2DA,  0xB8,   0,    0x2DD, 0x2DB,  0x2C7,
    0x2014, 0,      0,      0,      0,      0,      0,      0,      0,    0,     0,      0,
    0,      0,      0,      0,      0,      0xC6,   0,      0xAA,   0,    0,     0,      0,
    0x141,  0xD8,   0x152,  0xBA,   0,      0,      0,      0,      0,    0xE6,  0,      0,
    0,      0x131,  0,      0,      0x142,  0xF8,   0x153,  0xDF,   0,    0,     0,      0};

// Widths of ASCII in the standard fonts, which files need not state (section 9.6.2.2), from 0x20.
using AsciiWidths = std::array<std::int16_t, 95>;
constexpr AsciiWidths kHelvetica = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
constexpr AsciiWidths kHelveticaBold = {
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584};
constexpr AsciiWidths kTimes = {
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500,
    500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611,
    556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722,
    722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500,
    278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541};
constexpr AsciiWidths kTimesBold = {
    250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500,  500,
    500, 500, 500, 500, 500, 500,  500, 333, 333, 570, 570, 570, 500, 930, 722, 667, 722, 722,  667,
    611, 778, 778, 389, 500, 778,  667, 944, 722, 778, 611, 778, 722, 556, 667, 722, 722, 1000, 722,
    722, 667, 333, 278, 333, 581,  500, 333, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333,  556,
    278, 833, 556, 500, 556, 556,  444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394,  520};

std::uint32_t code_of(std::string_view bytes) {
  std::uint32_t code = 0;
  for (const char c : bytes.substr(0, 4)) code = code << 8 | static_cast<unsigned char>(c);
  return code;
}

// UTF-16BE to UTF-8; a surrogate without its half is dropped. One byte is a character as well.
void append_big_endian(std::string_view bytes, std::string& out) {
  if (bytes.size() == 1) utf8::append(code_of(bytes), out);
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    char32_t unit = code_of(bytes.substr(i, 2));
    if (unit >= 0xD800 && unit < 0xDC00 && i + 3 < bytes.size()) {
      const char32_t low = code_of(bytes.substr(i + 2, 2));
      if (low >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        i += 2;
      }
    }
    if (unit < 0xD800 || unit > 0xDFFF) utf8::append(unit, out);
  }
}

bool is_character(std::uint64_t code) {
  return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
}

// Writes ligatures as the letters that they consist of.
std::string in_letters(std::string text) {
  constexpr std::string_view kLigatures[] = {"ff", "fi", "fl", "ffi", "ffl"};
  constexpr std::string_view kFirst = "\xEF\xAC\x80";
  for (std::size_t at = 0; (at = text.find(kFirst.substr(0, 2), at)) != kNotFound; ++at) {
    const auto ligature = at + 2 < text.size() ? static_cast<unsigned char>(text[at + 2]) - 0x80U : 0xFFU;
    if (ligature < std::size(kLigatures)) text.replace(at, kFirst.size(), kLigatures[ligature]);
  }
  return text;
}

// What PdfFont::Characters have of the names of glyphs, beside characters.
constexpr char32_t kUnknownGlyph = 0xFFFFFFFF;  // a name that says nothing
constexpr char32_t kGuessed = 0x80000000;       // with the character that the number in a name may be
constexpr char32_t kLetters = 0x40000000;       // with up to four letters of seven bits, the last one lowest
constexpr unsigned kLetterBits = 7;
constexpr std::string_view kNoGlyph = ".notdef";

// The number in hexadecimal; nothing if the text is something else.
std::optional<char32_t> hexadecimal(std::string_view text) {
  constexpr std::size_t kMostDigits = 6;  // of a character
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  char32_t value = 0;
  for (const char c : text) {
    const int digit = ascii::hex_value(c);
    if (digit < 0) return std::nullopt;
    value = value << 4 | static_cast<char32_t>(digit);
  }
  return value;
}

// "uni0041" and "u1F600"; 0 if the name has another form.
char32_t character_of_number(std::string_view name) {
  const bool is_uni = name.starts_with("uni");
  if (!is_uni && !name.starts_with('u')) return 0;
  const std::string_view digits = name.substr(is_uni ? 3 : 1);
  if (digits.size() < 4 || (is_uni && digits.size() != 4)) return 0;
  const char32_t value = hexadecimal(digits).value_or(0);
  return is_character(value) ? value : 0;
}

// Of a part of a name.
char32_t character_of_part(std::string_view name) {
  if (name.size() == 1 && ascii::is_letter(name[0])) return static_cast<char32_t>(name[0]);
  const auto* row = std::ranges::lower_bound(kGlyphNames, name, {}, &GlyphName::name);
  if (row != std::end(kGlyphNames) && row->name == name) return row->character;
  return character_of_number(name);
}

// The letters of a ligature: "f_f_i", "T_h", "uni00660069". Those of URLs are ASCII.
char32_t letters_of(std::string_view name) {
  constexpr std::size_t kDigits = 4;
  const bool is_uni = name.starts_with("uni") && !contains(name, '_');
  if (is_uni) name.remove_prefix(3);
  char32_t letters = 0;
  for (std::size_t count = 0; !name.empty(); ++count) {
    const std::size_t length =
        is_uni ? std::min(kDigits, name.size()) : std::min(name.find('_'), name.size());
    const std::string_view part = name.substr(0, length);
    const char32_t letter = is_uni ? hexadecimal(part).value_or(0) : character_of_part(part);
    if (letter < 0x20 || letter > 0x7E || count == 4) return 0;
    letters = letters << kLetterBits | letter;
    name.remove_prefix(is_uni ? length : std::min(length + 1, name.size()));
  }
  return letters == 0 ? 0 : kLetters | letters;
}

// The character of a glyph's name, or its letters; 0 if unknown (Adobe Glyph List Specification section 2).
// Names with a suffix are variants: "a.sc".
char32_t character_of(std::string_view name) {
  if (const char32_t whole = character_of_part(name)) return whole;
  if (const std::size_t dot = name.find('.'); dot > 0 && dot != kNotFound) name = name.substr(0, dot);
  if (const char32_t character = character_of_part(name)) return character;
  return contains(name, '_') || name.starts_with("uni") ? letters_of(name) : 0;
}

// "g68", "c104", "104" and others: programs number the glyphs whose names they do not know, or whose
// characters they hide. Programs that read such names take two digits of which one is a letter, in any name
// of a font, for a sign that all numbers there are hexadecimal.
bool has_hexadecimal_number(std::string_view name) {
  if (name.size() == 3 && ascii::is_letter(name[0])) name.remove_prefix(1);
  return name.size() == 2 && hexadecimal(name) && (ascii::is_letter(name[1]) || ascii::is_letter(name[0])) &&
         (ascii::is_digit(name[0]) || ascii::is_digit(name[1]));
}

std::optional<char32_t> glyph_number(std::string_view name, bool is_hexadecimal) {
  constexpr std::size_t kMostLetters = 3, kMostDigits = 4;
  if (name.size() == 5 && name[0] == 'g') return hexadecimal(name.substr(1));
  if (is_hexadecimal) {
    if (name.size() == 3 && ascii::is_letter(name[0])) name.remove_prefix(1);
    return name.size() == 2 ? hexadecimal(name) : std::nullopt;
  }
  for (std::size_t i = 0; i < kMostLetters && !name.empty() && ascii::is_letter(name.front()); ++i)
    name.remove_prefix(1);
  if (name.size() < 2 || name.size() > kMostDigits || !std::ranges::all_of(name, ascii::is_digit))
    return std::nullopt;
  char32_t value = 0;
  for (const char c : name) value = value * 10 + static_cast<char32_t>(c - '0');
  return value;
}

// The glyphs of a font whose names are not known.
class NumberedGlyphs {
 public:
  void add(std::size_t code, std::string_view name) {
    constexpr std::size_t kMostBytes = 8;  // a longer name has no number
    names_.emplace_back(code, name.substr(0, kMostBytes));
    is_hexadecimal_ = is_hexadecimal_ || has_hexadecimal_number(name);
  }

  // Puts the characters that their numbers may be in place of unknown ones, if the codes themselves are none.
  // Otherwise the numbers are those of glyphs in a font file.
  void guess(PdfFont::Characters& characters) const {
    std::size_t printable = 0, runs = 0, parallel = 0;
    bool has_low_code = false;
    std::optional<char32_t> last;
    std::size_t last_code = 0;
    for (const auto& [code, name] : names_) {
      const std::optional<char32_t> number = glyph_number(name, is_hexadecimal_);
      if (number && *number >= 0x20 && *number <= 0xFF) ++printable;
      has_low_code = has_low_code || code < 0x20;
      if (number && last && code == last_code + 1) {
        ++runs;
        if (*number == *last + 1) ++parallel;
      }
      last = number;
      last_code = code;
    }
    constexpr std::size_t kMostOthers = 10;  // of 100
    const bool are_characters = printable * 100 >= names_.size() * (100 - kMostOthers);
    const bool are_codes_free = has_low_code || (2 * runs > names_.size() && 2 * parallel < runs);
    if (!are_characters || !are_codes_free) return;
    for (const auto& [code, name] : names_) {
      const std::optional<char32_t> number = glyph_number(name, is_hexadecimal_);
      if (number && *number <= 0xFF && characters[code] == kUnknownGlyph)
        characters[code] = kGuessed | *number;
    }
  }

 private:
  std::vector<std::pair<std::size_t, std::string>> names_;
  bool is_hexadecimal_ = false;
};

void append_letters(char32_t letters, std::string& out) {
  constexpr char32_t kMask = (1U << kLetterBits) - 1;
  for (unsigned i = 4; i-- > 0;) {
    if (const char32_t letter = letters >> i * kLetterBits & kMask; letter != 0) utf8::append(letter, out);
  }
}

// The characters of the codes of a single-byte charset; 0 if there is none.
PdfFont::Characters read_charset(std::string_view label) {
  PdfFont::Characters characters{};
  const charset::Charset charset(label);
  for (std::size_t code = 0x20; code < 256; ++code) {
    std::string out;
    const char byte = static_cast<char>(code);
    charset.append_utf8({&byte, 1}, out);
    const utf8::Character decoded = utf8::first_character(out);
    if (decoded.valid && decoded.code_point != 0xFFFD && decoded.code_point >= 0x20)
      characters[code] = decoded.code_point;
  }
  return characters;
}

// Windows-1252 (ISO 32000-2 annex D.2), made by the compiler because nearly all fonts use it.
constexpr PdfFont::Characters kWinAnsi = [] {
  PdfFont::Characters characters{};
  for (std::size_t code = 0x20; code < 256; ++code) characters[code] = static_cast<char32_t>(code);
  constexpr std::array<char32_t, 32> kMiddle = {
      0x20AC, 0,      0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
      0x2039, 0x152,  0,      0x17D,  0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0,      0x17E,  0x178};
  std::ranges::copy(kMiddle, characters.begin() + 0x80);
  characters[0x7F] = 0;
  return characters;
}();

const PdfFont::Characters& mac_roman() {
  static const PdfFont::Characters characters = read_charset("macintosh");
  return characters;
}

constexpr PdfFont::Characters kStandardEncoding = [] {
  PdfFont::Characters characters{};
  for (std::size_t code = 0x20; code < 0x7F; ++code) characters[code] = static_cast<char32_t>(code);
  characters['\''] = 0x2019;
  characters['`'] = 0x2018;
  std::ranges::copy(kStandard, characters.begin() + 0xA0);
  return characters;
}();

double number_of(QPDFObjectHandle value, double otherwise) {
  return value.isNumber() ? std::clamp(value.getNumericValue(), -1e6, 1e6) : otherwise;
}

std::shared_ptr<const PdfFont::SimpleWidths> standard_widths(std::string_view name) {
  const bool is_bold = contains(name, "Bold");
  const bool is_times = contains(name, "Times"), is_courier = contains(name, "Courier");
  const AsciiWidths& serif = is_bold ? kTimesBold : kTimes;
  const AsciiWidths& sans = is_bold ? kHelveticaBold : kHelvetica;
  auto widths = std::make_shared<PdfFont::SimpleWidths>();
  for (std::size_t i = 0; i < kHelvetica.size(); ++i)
    (*widths)[i + 0x20] = is_courier ? 600 : (is_times ? serif : sans)[i];
  return widths;
}

// Collections of glyphs for Asian text (Adobe-Japan1 and others). All have ASCII from glyph 1 on, and most
// once more in half width.
struct Collection {
  std::string_view ordering;
  std::uint32_t half_width;  // the glyph of a space there, or the one before the next character
};
constexpr Collection kCollections[] = {{"Japan1", 231}, {"GB1", 813}, {"CNS1", 13648}, {"Korea1", 8094}};

// Predefined CMaps (section 9.7.5.2) of which ASCII has half the width; in others, it begins with glyph 1.
constexpr Collection kHalfWidthMaps[] = {
    {"90ms-", 231},          {"78", 231},
    {"Add-RKSJ", 231},       {"Ext-RKSJ", 231},
    {"EUC-", 231},           {"RKSJ-", 231},
    {"GB-EUC", 813},         {"GBK-EUC", 813},
    {"GBT-EUC", 813},        {"B5-", 13648},
    {"ETen-B5", 13648},      {"CNS-EUC", 13648},
    {"KSC-EUC", 8094},       {"KSCms-UHC-HW", 8094},
    {"UniJIS-UCS2-HW", 231},
};

// The lengths of codes in them, of which those that begin with ASCII are ASCII.
using CodeLengths = std::array<std::uint8_t, 256>;
constexpr CodeLengths code_lengths(std::size_t first, std::size_t last, std::uint8_t length) {
  CodeLengths lengths{};
  lengths.fill(2);
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (byte <= 0x80 || (byte >= first && byte <= last)) lengths[byte] = byte <= 0x80 ? 1 : length;
  }
  return lengths;
}
constexpr CodeLengths kShiftJis = code_lengths(0xA0, 0xDF, 1), kOthers = code_lengths(0, 0, 1);
constexpr CodeLengths kUtf8 = [] {
  CodeLengths lengths = code_lengths(0xE0, 0xEF, 3);
  for (std::size_t byte = 0xF0; byte < 0xF8; ++byte) lengths[byte] = 4;
  return lengths;
}();

}  // namespace

void PdfUnicodeMap::read(std::string& cmap) {
  using enum PdfToken::Kind;
  enum class Section { kNone, kCodeSpace, kCharacters, kRanges } section = Section::kNone;
  std::array<std::string_view, 2> codes;
  std::size_t count = 0;  // of `codes`
  bool is_in_array = false;
  std::uint32_t next = 0;  // in an array
  PdfLexer lexer(cmap);
  for (PdfToken token; lexer.next(token);) {
    if (token.kind == kOperator) {
      section = token.text == "begincodespacerange" ? Section::kCodeSpace
                : token.text == "beginbfchar"       ? Section::kCharacters
                : token.text == "beginbfrange"      ? Section::kRanges
                                                    : Section::kNone;
      count = 0;
      is_in_array = false;
    } else if (token.kind == kOpenArray && section == Section::kRanges && count == 2) {
      // <first> <last> [<to> <to> ...]
      is_in_array = true;
      next = code_of(codes[0]);
    } else if (token.kind == kCloseArray) {
      is_in_array = false;
      count = 0;
    } else if (token.kind == kString && is_in_array) {
      add(next, next, token.text);
      ++next;
    } else if (token.kind == kString && section == Section::kCodeSpace) {
      codes[count++] = token.text;
      if (count < 2) continue;
      count = 0;
      add_code_space(codes[0], codes[1]);
    } else if (token.kind == kString && section == Section::kCharacters) {
      if (count == 1) add(code_of(codes[0]), code_of(codes[0]), token.text);
      codes[0] = token.text;
      count = 1 - count;
    } else if (token.kind == kString && section == Section::kRanges) {
      if (count == 2) {
        add(code_of(codes[0]), code_of(codes[1]), token.text);
        count = 0;
      } else {
        codes[count++] = token.text;
      }
    }
  }
  sort();
}

void PdfUnicodeMap::add_code_space(std::string_view first, std::string_view last) {
  if (first.empty() || last.empty()) return;
  const auto from = static_cast<unsigned char>(first[0]), to = static_cast<unsigned char>(last[0]);
  for (std::size_t byte = from; byte <= to; ++byte)
    lengths_[byte] = static_cast<std::uint8_t>(std::min<std::size_t>(first.size(), 4));
  has_lengths_ = true;
}

void PdfUnicodeMap::add(std::uint32_t first, std::uint32_t last, std::string_view utf16) {
  if (last < first) return;
  const std::size_t offset = texts_.size();
  append_big_endian(utf16, texts_);
  const std::string_view text = std::string_view(texts_).substr(offset);
  const utf8::Character one = text.empty() ? utf8::Character() : utf8::first_character(text);
  if (text.empty()) {
    ranges_.push_back({first, last, kNothing, 0});
  } else if (one.length == text.size()) {
    ranges_.push_back({first, last, one.code_point, 0});
    texts_.resize(offset);
  } else {
    ranges_.push_back(
        {first, last, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(text.size())});
  }
}

// Of ranges that begin with one code, the last one counts.
void PdfUnicodeMap::sort() {
  if (!std::ranges::is_sorted(ranges_, std::ranges::less_equal(), &Range::first)) {
    std::ranges::reverse(ranges_);
    std::ranges::stable_sort(ranges_, {}, &Range::first);
    const auto is_repeated = [](const Range& a, const Range& b) { return a.first == b.first; };
    ranges_.erase(std::unique(ranges_.begin(), ranges_.end(), is_repeated), ranges_.end());
  }
  ranges_.shrink_to_fit();
  for (std::uint32_t i = 0; i < ranges_.size() && ranges_[i].first < 256; ++i) {
    for (std::uint32_t code = ranges_[i].first; code <= std::min(ranges_[i].last, 255U); ++code)
      at_byte_[code] = i + 1;
  }
}

bool PdfUnicodeMap::find(std::uint32_t code, std::string& text) const {
  auto range = code < 256 ? ranges_.begin() + at_byte_[code]
                          : std::ranges::upper_bound(ranges_, code, {}, &Range::first);
  if (range == ranges_.begin()) return false;
  --range;
  if (code > range->last || range->value == kNothing) return false;
  const std::uint32_t offset = code - range->first;
  std::uint64_t character = range->value;
  text.assign(range->length > 0 ? std::string_view(texts_).substr(range->value, range->length) : "");
  if (range->length > 0) {
    if (offset == 0) return true;
    std::size_t last = text.size() - 1;
    while (last > 0 && (static_cast<unsigned char>(text[last]) & 0xC0) == 0x80) --last;
    character = utf8::first_character(std::string_view(text).substr(last)).code_point;
    text.resize(last);
  }
  if (!is_character(character + offset)) return false;
  utf8::append(static_cast<char32_t>(character + offset), text);
  return true;
}

PdfFont::PdfFont(QPDFObjectHandle dictionary, QPDFObjGen container, PdfFonts& fonts) {
  unicode_ = fonts.unicode_map(dictionary.getKey("/ToUnicode"));
  is_composite_ = dictionary.getKey("/Subtype").isNameAndEquals("/Type0");
  if (is_composite_) {
    read_composite(dictionary, container, fonts);
  } else {
    read_simple(dictionary, container, fonts);
  }
}

void PdfFont::read_simple(QPDFObjectHandle dictionary, QPDFObjGen container, PdfFonts& fonts) {
  QPDFObjectHandle base = dictionary.getKey("/BaseFont");
  const std::string name = base.isName() ? base.getName() : std::string();
  QPDFObjectHandle descriptor = fonts.prepare(dictionary.getKey("/FontDescriptor"));
  QPDFObjectHandle widths = fonts.prepare(dictionary.getKey("/Widths"));
  if (widths.isArray()) {
    default_width_ = number_of(descriptor.getKeyIfDict("/MissingWidth"), 0);
    const auto first = static_cast<int>(number_of(dictionary.getKey("/FirstChar"), 0));
    simple_widths_ = fonts.simple_widths(widths, container, first);
  } else {
    default_width_ = contains(name, "Courier") ? 600 : 500;
    simple_widths_ = standard_widths(name);
  }
  if (dictionary.getKey("/Subtype").isNameAndEquals("/Type3")) {
    QPDFObjectHandle matrix = dictionary.getKey("/FontMatrix");
    if (matrix.isArray() && matrix.getArrayNItems() == 6) unit_ = number_of(matrix.getArrayItem(0), unit_);
  }
  read_characters(dictionary, container, fonts);
}

// Section 9.6.5. The characters of TrueType fonts that need the tables in their own files are guessed.
void PdfFont::read_characters(QPDFObjectHandle dictionary, QPDFObjGen container, PdfFonts& fonts) {
  constexpr int kSymbolic = 4;
  QPDFObjectHandle encoding = dictionary.getKey("/Encoding");
  QPDFObjectHandle base = encoding.isDictionary() ? encoding.getKey("/BaseEncoding") : encoding;
  const double flags = number_of(dictionary.getKey("/FontDescriptor").getKeyIfDict("/Flags"), 0);
  const bool is_symbolic = (static_cast<int>(flags) & kSymbolic) != 0;
  if (base.isNameAndEquals("/WinAnsiEncoding")) {
    characters_ = &kWinAnsi;
  } else if (base.isNameAndEquals("/MacRomanEncoding")) {
    characters_ = &mac_roman();
  } else if (!is_symbolic || base.isNameAndEquals("/StandardEncoding")) {
    characters_ = &kStandardEncoding;
  }
  differences_ = fonts.differences(encoding.getKeyIfDict("/Differences"), container_of(encoding, container));
  if (unicode_ == nullptr && differences_ == nullptr && !base.isName())
    differences_ = fonts.encoding_in_file(dictionary.getKey("/FontDescriptor"));
}

void PdfFont::read_composite(QPDFObjectHandle dictionary, QPDFObjGen container, PdfFonts& fonts) {
  QPDFObjectHandle encoding = dictionary.getKey("/Encoding");
  code_length_ = 2;
  if (encoding.isName()) read_encoding(std::string_view(encoding.getName()).substr(1));
  if (encoding.isStream()) {
    encoding_ = fonts.unicode_map(encoding);
    for (const auto& map : {encoding_, unicode_}) {
      if (lengths_ == nullptr && map != nullptr) lengths_ = map->lengths();
    }
  }
  default_width_ = 1000;
  QPDFObjectHandle descendants = fonts.prepare(dictionary.getKey("/DescendantFonts"));
  if (!descendants.isArray() || descendants.getArrayNItems() == 0) return;
  QPDFObjectHandle glyphs = fonts.prepare(descendants.getArrayItem(0));
  if (!glyphs.isDictionary()) return;
  default_width_ = number_of(glyphs.getKey("/DW"), 1000);
  const QPDFObjGen glyphs_container = container_of(glyphs, container_of(descendants, container));
  widths_ = fonts.widths(fonts.prepare(glyphs.getKey("/W")), glyphs_container);
  QPDFObjectHandle ordering = glyphs.getKey("/CIDSystemInfo").getKeyIfDict("/Ordering");
  if (!ordering.isString() || !encoding.isName() || !encoding.getName().starts_with("/Identity")) return;
  for (const Collection& known : kCollections) {
    if (ordering.getStringValue() == known.ordering) half_width_ = known.half_width;
  }
}

// What is not in ASCII is unknown without the tables of these CMaps.
void PdfFont::read_encoding(std::string_view name) {
  codes_are_unicode_ = contains(name, "UCS2") || contains(name, "UTF16") || contains(name, "UTF32");
  if (contains(name, "UTF32")) code_length_ = 4;
  if (contains(name, "UTF8")) lengths_ = &kUtf8;
  if (contains(name, "RKSJ")) lengths_ = &kShiftJis;
  for (const std::string_view part : {"EUC", "GBK", "GBpc", "B5", "UHC", "Johab"}) {
    if (contains(name, part)) lengths_ = &kOthers;
  }
  if (!codes_are_unicode_ && lengths_ == nullptr) return;
  space_ = 1;
  for (const Collection& map : kHalfWidthMaps) {
    if (name.starts_with(map.ordering)) space_ = map.half_width;
  }
}

PdfCode PdfFont::first_code(std::string_view text) const {
  std::size_t length = code_length_;
  if (lengths_ != nullptr) {
    const std::uint8_t by_first = (*lengths_)[static_cast<unsigned char>(text[0])];
    if (by_first > 0) length = by_first;
  }
  length = std::min(length, text.size());
  return {code_of(text.substr(0, length)), length};
}

PdfCharacters PdfFont::characters(std::uint32_t code) const {
  std::string text;
  if (unicode_ == nullptr || !unicode_->find(code, text))
    return is_composite_ ? composite_characters(code) : simple_characters(code);
  return {in_letters(std::move(text)), true};
}

PdfCharacters PdfFont::simple_characters(std::uint32_t code) const {
  if (code >= 256) return {};
  char32_t character = differences_ != nullptr ? (*differences_)[code] : 0;
  if (character == 0 && characters_ != nullptr) character = (*characters_)[code];
  const bool is_guessed = character != kUnknownGlyph && (character & kGuessed) != 0;
  const bool is_known = character != 0 && character != kUnknownGlyph && !is_guessed;
  if (is_guessed) character = kWinAnsi[character & 0xFF];
  if (!is_known && !is_guessed) character = kWinAnsi[code];
  std::string text;
  if (is_known && (character & kLetters) != 0) {
    append_letters(character, text);
  } else if (character != 0) {
    utf8::append(character, text);
  }
  return {in_letters(std::move(text)), is_known};
}

// Sections 9.7.4 and 9.7.5. Codes are taken for identifiers of glyphs.
PdfCharacters PdfFont::composite_characters(std::uint32_t code) const {
  char32_t character = 0;
  if (codes_are_unicode_ && code >= 0x20 && is_character(code)) character = code;
  if (space_ > 0 && code >= 0x20 && code < 0x7F) character = code;
  if (half_width_ > 0 && code >= 1 && code <= 95) character = code + 0x1F;
  if (half_width_ > 0 && code > half_width_ && code - half_width_ < 95) character = code - half_width_ + 0x20;
  PdfCharacters characters;
  if (character != 0) utf8::append(character, characters.text);
  characters.is_known = character != 0;
  return characters;
}

double PdfFont::width(std::uint32_t code) const {
  if (!is_composite_) {
    const double width = simple_widths_ != nullptr && code < 256 ? (*simple_widths_)[code] : 0;
    return width != 0 ? width : default_width_;
  }
  // The glyphs of other characters are not known.
  if (space_ > 0) code = code >= 0x20 && code < 0x7F ? code - 0x20 + space_ : 0;
  if (widths_ == nullptr) return default_width_;
  auto range = std::ranges::upper_bound(*widths_, code, {}, &WidthRange::first);
  if (range == widths_->begin()) return default_width_;
  --range;
  return code <= range->last ? range->width : default_width_;
}

const PdfFont* PdfFonts::get(QPDFObjectHandle dictionary, QPDFObjGen container) {
  constexpr std::uint64_t kSteps = 100;
  if (!dictionary.isDictionary()) return nullptr;
  const PdfIdentity identity = identity_of(dictionary, container);
  const auto known = fonts_.find(identity);
  if (known != fonts_.end()) return known->second.get();
  if (!budget_.charge_steps(kSteps)) return nullptr;
  auto font = std::make_unique<PdfFont>(dictionary, container_of(dictionary, container), *this);
  return fonts_.emplace(identity, std::move(font)).first->second.get();
}

std::shared_ptr<const PdfUnicodeMap> PdfFonts::unicode_map(QPDFObjectHandle stream) {
  if (!stream.isStream()) return nullptr;
  constexpr std::uint64_t kBytes = 8;  // that a byte of a CMap takes while its ranges are sorted
  const auto [known, is_new] = unicode_maps_.try_emplace(stream.getObjGen());
  if (!is_new) return known->second;
  std::string cmap;
  if (!file_.decode(stream, cmap) || !budget_.charge_bytes(sizeof(PdfUnicodeMap) + kBytes * cmap.size()))
    return nullptr;
  auto map = std::make_shared<PdfUnicodeMap>();
  map->read(cmap);
  known->second = std::move(map);
  return known->second;
}

std::shared_ptr<const PdfFont::SimpleWidths> PdfFonts::simple_widths(QPDFObjectHandle array,
                                                                     QPDFObjGen container, int first) {
  const auto [known, is_new] = simple_widths_.try_emplace({identity_of(array, container), first});
  if (!is_new || !budget_.charge_bytes(sizeof(PdfFont::SimpleWidths))) return known->second;
  auto widths = std::make_shared<PdfFont::SimpleWidths>();
  const int count = std::min(array.getArrayNItems(), 256 - std::min(first, 256));
  for (int i = std::max(0, -first); i < count; ++i) {
    const int code = first + i;
    (*widths)[static_cast<std::size_t>(code)] = static_cast<float>(number_of(array.getArrayItem(i), 0));
  }
  known->second = std::move(widths);
  return known->second;
}

std::shared_ptr<const PdfFont::Characters> PdfFonts::differences(QPDFObjectHandle array,
                                                                 QPDFObjGen container) {
  if (!array.isArray()) return nullptr;
  const auto [known, is_new] = differences_.try_emplace(identity_of(array, container));
  if (!is_new || !budget_.charge_bytes(sizeof(PdfFont::Characters))) return known->second;
  auto characters = std::make_shared<PdfFont::Characters>();
  NumberedGlyphs numbered;
  std::size_t code = 0;
  for (int i = 0; i < array.getArrayNItems(); ++i) {
    QPDFObjectHandle item = array.getArrayItem(i);
    if (item.isInteger()) code = static_cast<std::size_t>(std::clamp(item.getIntValue(), 0LL, 256LL));
    if (!item.isName() || code >= characters->size()) continue;
    const std::string name = item.getName().substr(1);
    const char32_t character = character_of(name);
    if (character == 0 && name != kNoGlyph) numbered.add(code, name);
    (*characters)[code++] = character != 0 ? character : kUnknownGlyph;
  }
  numbered.guess(*characters);
  known->second = std::move(characters);
  return known->second;
}

std::shared_ptr<const PdfFont::Characters> PdfFonts::encoding_in_file(QPDFObjectHandle descriptor) {
  QPDFObjectHandle type1 = descriptor.getKeyIfDict("/FontFile"),
                   other = descriptor.getKeyIfDict("/FontFile3");
  QPDFObjectHandle& file = type1.isStream() ? type1 : other;
  if (!file.isStream()) return nullptr;
  const auto [known, is_new] = encodings_in_files_.try_emplace(file.getObjGen());
  std::string font;
  if (!is_new || !file_.decode(file, font) || !budget_.charge_bytes(sizeof(PdfFont::Characters)))
    return known->second;
  const auto character = [](std::string_view name) -> char32_t {
    const char32_t found = character_of(name);
    return found != 0 ? found : name == kNoGlyph ? 0 : kUnknownGlyph;
  };
  const PdfFontEncoding encoding =
      type1.isStream() ? read_type1_encoding(font, character) : read_cff_encoding(font, character);
  if (encoding.is_known)
    known->second = std::make_shared<const PdfFont::Characters>(encoding.is_standard ? kStandardEncoding
                                                                                     : encoding.characters);
  return known->second;
}

// c [w w ...], or: first last w
std::shared_ptr<const PdfFont::Widths> PdfFonts::widths(QPDFObjectHandle array, QPDFObjGen container) {
  if (!array.isArray()) return nullptr;
  constexpr std::uint64_t kBytes = 4 * sizeof(PdfFont::WidthRange);  // of one width, while they are sorted
  const auto [known, is_new] = widths_.try_emplace(identity_of(array, container));
  if (!is_new) return known->second;
  PdfFont::Widths widths;
  const auto code_in = [](QPDFObjectHandle item) {
    return static_cast<std::uint32_t>(std::clamp(number_of(item, 0), 0.0, 65535.0));
  };
  const std::vector<QPDFObjectHandle> items = array.getArrayAsVector();
  for (std::size_t i = 0; i + 1 < items.size();) {
    std::uint32_t code = code_in(items[i]);
    QPDFObjectHandle second = items[i + 1];
    if (second.isArray()) {
      const std::vector<QPDFObjectHandle> list = second.getArrayAsVector();
      if (!budget_.charge_bytes(list.size() * kBytes)) break;
      for (const QPDFObjectHandle& width : list) {
        widths.push_back({code, code, static_cast<float>(number_of(width, 1000))});
        ++code;
      }
      i += 2;
    } else {
      if (i + 2 >= items.size()) break;
      widths.push_back({code, code_in(second), static_cast<float>(number_of(items[i + 2], 1000))});
      i += 3;
    }
  }
  // Of those that begin with one code, the last one counts.
  std::ranges::reverse(widths);
  std::ranges::stable_sort(widths, {}, &PdfFont::WidthRange::first);
  const auto is_repeated = [](const PdfFont::WidthRange& a, const PdfFont::WidthRange& b) {
    return a.first == b.first;
  };
  widths.erase(std::unique(widths.begin(), widths.end(), is_repeated), widths.end());
  widths.shrink_to_fit();
  known->second = std::make_shared<const PdfFont::Widths>(std::move(widths));
  return known->second;
}

}  // namespace mimebase::documents
