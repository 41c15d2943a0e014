#include "documents/pdf_font.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "charset/charset.h"
#include "documents/pdf_lexer.h"
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
#include "documents/pdf_glyph_names.inc"
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

// UTF-16BE to UTF-8; a surrogate without its half is dropped.
std::string from_big_endian(std::string_view bytes) {
  std::string out;
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
  return out;
}

// The character of a glyph's name; 0 if unknown. Names with a suffix are variants: "a.sc".
char32_t character_of(std::string_view name) {
  if (name.size() == 1 && ascii::is_letter(name[0])) return static_cast<char32_t>(name[0]);
  const auto* row = std::ranges::lower_bound(kGlyphNames, name, {}, &GlyphName::name);
  if (row != std::end(kGlyphNames) && row->name == name) return row->character;
  const std::size_t digits = name.starts_with("uni") ? 3 : name.starts_with('u') ? 1 : 0;
  const std::string_view number = name.substr(digits, name.find('.') - digits);
  if (digits > 0 && number.size() >= 4 && number.size() <= 6 && (digits == 1 || number.size() == 4)) {
    char32_t value = 0;
    for (const char c : number) {
      const int digit = ascii::hex_value(c);
      if (digit < 0) return 0;
      value = value << 4 | static_cast<char32_t>(digit);
    }
    return value < 0x110000 && (value < 0xD800 || value > 0xDFFF) ? value : 0;
  }
  const std::size_t dot = name.find('.');
  return dot > 0 && dot != kNotFound ? character_of(name.substr(0, dot)) : 0;
}

// Reads the characters of the codes of a single-byte charset.
void read_charset(std::string_view label, std::array<char32_t, 256>& characters) {
  const charset::Charset charset(label);
  for (std::size_t code = 0x20; code < 256; ++code) {
    std::string out;
    const char byte = static_cast<char>(code);
    charset.append_utf8({&byte, 1}, out);
    const utf8::Character decoded = utf8::first_character(out);
    if (decoded.valid && decoded.code_point != 0xFFFD && decoded.code_point >= 0x20)
      characters[code] = decoded.code_point;
  }
}

double number_of(QPDFObjectHandle value, double otherwise) {
  return value.isNumber() ? std::clamp(value.getNumericValue(), -1e6, 1e6) : otherwise;
}

}  // namespace

void PdfUnicodeMap::read(std::string_view cmap) {
  using enum PdfToken::Kind;
  constexpr std::size_t kMostOperands = 400;  // a section has at most 100 lines
  std::vector<std::string> strings;
  bool is_in_array = false;
  std::uint32_t next_in_array = 0;
  PdfLexer lexer(cmap);
  for (PdfToken token; lexer.next(token);) {
    if (token.kind == kOpenArray && strings.size() >= 2) {
      // <first> <last> [<to> <to> ...]
      is_in_array = true;
      next_in_array = code_of(strings[strings.size() - 2]);
    } else if (token.kind == kCloseArray && is_in_array) {
      is_in_array = false;
      strings.clear();
    } else if (token.kind == kString && is_in_array) {
      add(next_in_array, next_in_array, token.text);
      ++next_in_array;
    } else if (token.kind == kString && strings.size() < kMostOperands) {
      strings.push_back(token.text);
    } else if (token.kind == kOperator) {
      if (token.text == "endcodespacerange") {
        for (std::size_t i = 0; i + 1 < strings.size(); i += 2) {
          const std::size_t length = strings[i].size();
          code_length_ = code_length_ == 0 || code_length_ == length ? length : 0;
        }
      } else if (token.text == "endbfchar") {
        for (std::size_t i = 0; i + 1 < strings.size(); i += 2)
          add(code_of(strings[i]), code_of(strings[i]), strings[i + 1]);
      } else if (token.text == "endbfrange") {
        for (std::size_t i = 0; i + 2 < strings.size(); i += 3)
          add(code_of(strings[i]), code_of(strings[i + 1]), strings[i + 2]);
      }
      strings.clear();
    }
  }
}

void PdfUnicodeMap::add(std::uint32_t first, std::uint32_t last, std::string_view utf16) {
  constexpr std::size_t kMost = 70'000, kMostBytes = 64;
  if (ranges_.size() >= kMost || last < first) return;
  std::string to = from_big_endian(utf16.substr(0, kMostBytes));
  const utf8::Character one = to.empty() ? utf8::Character() : utf8::first_character(to);
  const bool is_one = one.valid && one.length == to.size();
  if (to.empty() || (last > first && !is_one)) last = first;
  ranges_.insert_or_assign(first, Range{last, std::move(to), is_one ? one.code_point : 0});
}

bool PdfUnicodeMap::append(std::uint32_t code, std::string& out) const {
  auto range = ranges_.upper_bound(code);
  if (range == ranges_.begin()) return false;
  --range;
  if (code > range->second.last || range->second.to.empty()) return false;
  const std::uint32_t offset = code - range->first;
  if (offset == 0) {
    out += range->second.to;
    return true;
  }
  const std::uint64_t character = std::uint64_t{range->second.first_character} + offset;
  if (character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) return false;
  utf8::append(static_cast<char32_t>(character), out);
  return true;
}

PdfFont::PdfFont(QPDFObjectHandle dictionary, PdfFile& file) {
  std::string cmap;
  if (file.decode(dictionary.getKey("/ToUnicode"), cmap)) unicode_.read(cmap);
  is_composite_ = dictionary.getKey("/Subtype").isNameAndEquals("/Type0");
  if (is_composite_) {
    read_composite(dictionary, file);
  } else {
    read_simple(dictionary);
  }
}

void PdfFont::read_simple(QPDFObjectHandle dictionary) {
  QPDFObjectHandle base = dictionary.getKey("/BaseFont");
  const std::string name = base.isName() ? base.getName() : std::string();
  QPDFObjectHandle descriptor = dictionary.getKey("/FontDescriptor");
  QPDFObjectHandle widths = dictionary.getKey("/Widths");
  default_width_ = number_of(descriptor.getKeyIfDict("/MissingWidth"), 0);
  if (widths.isArray()) {
    const auto first = static_cast<int>(number_of(dictionary.getKey("/FirstChar"), 0));
    for (int i = 0; i < std::min(widths.getArrayNItems(), 256); ++i) {
      const int code = first + i;
      if (code >= 0 && code < 256)
        widths_[static_cast<std::size_t>(code)] = number_of(widths.getArrayItem(i), 0);
    }
  } else {
    read_standard_widths(name);
  }
  if (dictionary.getKey("/Subtype").isNameAndEquals("/Type3")) {
    QPDFObjectHandle matrix = dictionary.getKey("/FontMatrix");
    if (matrix.isArray() && matrix.getArrayNItems() == 6) unit_ = number_of(matrix.getArrayItem(0), unit_);
  }
  read_encoding(dictionary, descriptor);
}

void PdfFont::read_standard_widths(std::string_view name) {
  const bool is_bold = contains(name, "Bold");
  const bool is_times = contains(name, "Times"), is_courier = contains(name, "Courier");
  const AsciiWidths& serif = is_bold ? kTimesBold : kTimes;
  const AsciiWidths& sans = is_bold ? kHelveticaBold : kHelvetica;
  default_width_ = is_courier ? 600 : 500;
  for (std::size_t i = 0; i < kHelvetica.size(); ++i)
    widths_[i + 0x20] = is_courier ? 600 : (is_times ? serif : sans)[i];
}

// Section 9.6.5. The encoding inside a font's own file is not read: the characters of a font that needs it
// are unknown.
void PdfFont::read_encoding(QPDFObjectHandle dictionary, QPDFObjectHandle descriptor) {
  constexpr int kSymbolic = 4;
  QPDFObjectHandle encoding = dictionary.getKey("/Encoding");
  QPDFObjectHandle base = encoding.isDictionary() ? encoding.getKey("/BaseEncoding") : encoding;
  const bool is_symbolic =
      (static_cast<int>(number_of(descriptor.getKeyIfDict("/Flags"), 0)) & kSymbolic) != 0;
  if (base.isNameAndEquals("/WinAnsiEncoding")) {
    read_charset("windows-1252", characters_);
  } else if (base.isNameAndEquals("/MacRomanEncoding")) {
    read_charset("macintosh", characters_);
  } else if (!is_symbolic || base.isNameAndEquals("/StandardEncoding")) {
    for (std::size_t code = 0x20; code < 0x7F; ++code) characters_[code] = static_cast<char32_t>(code);
    characters_['\''] = 0x2019;
    characters_['`'] = 0x2018;
    std::ranges::copy(kStandard, characters_.begin() + 0xA0);
  }
  QPDFObjectHandle differences = encoding.getKeyIfDict("/Differences");
  if (!differences.isArray()) return;
  std::size_t code = 0;
  for (int i = 0; i < std::min(differences.getArrayNItems(), 1024); ++i) {
    QPDFObjectHandle item = differences.getArrayItem(i);
    if (item.isInteger()) code = static_cast<std::size_t>(std::clamp(item.getIntValue(), 0LL, 256LL));
    if (item.isName() && code < characters_.size())
      characters_[code++] = character_of(std::string_view(item.getName()).substr(1));
  }
}

// Sections 9.7.4 and 9.7.5. Codes are taken for identifiers of glyphs, whose widths are known.
void PdfFont::read_composite(QPDFObjectHandle dictionary, PdfFile& file) {
  constexpr int kMostWidths = 200'000;
  QPDFObjectHandle encoding = dictionary.getKey("/Encoding");
  const std::string name = encoding.isName() ? encoding.getName() : std::string();
  code_length_ = 2;
  codes_are_utf16_ = contains(name, "UCS2") || contains(name, "UTF16");
  if (encoding.isStream() && unicode_.code_length() == 1) code_length_ = 1;
  QPDFObjectHandle descendants = dictionary.getKey("/DescendantFonts");
  if (!descendants.isArray() || descendants.getArrayNItems() == 0) return;
  QPDFObjectHandle glyphs = descendants.getArrayItem(0);
  if (!glyphs.isDictionary()) return;
  default_width_ = number_of(glyphs.getKey("/DW"), 1000);
  QPDFObjectHandle widths = glyphs.getKey("/W");
  if (!widths.isArray()) return;
  const std::vector<QPDFObjectHandle> items = widths.getArrayAsVector();
  int count = 0;
  // c [w w ...], or: first last w
  for (std::size_t i = 0; i + 1 < items.size() && count < kMostWidths;) {
    const auto first = static_cast<std::uint32_t>(std::clamp(number_of(items[i], 0), 0.0, 65535.0));
    QPDFObjectHandle second = items[i + 1];
    if (second.isArray()) {
      std::uint32_t code = first;
      for (QPDFObjectHandle& width : second.getArrayAsVector()) {
        if (++count > kMostWidths) break;
        ranges_.insert_or_assign(code, std::pair{code, number_of(width, default_width_)});
        ++code;
      }
      i += 2;
    } else {
      if (i + 2 >= items.size()) break;
      const auto last = static_cast<std::uint32_t>(std::clamp(number_of(second, 0), 0.0, 65535.0));
      ranges_.insert_or_assign(first, std::pair{last, number_of(items[i + 2], default_width_)});
      i += 3;
    }
    ++count;
  }
  file.meter().charge_values(static_cast<std::uint64_t>(count));
}

PdfCode PdfFont::first_code(std::string_view text) const {
  const std::size_t length = std::min(code_length_, text.size());
  return {code_of(text.substr(0, length)), length};
}

bool PdfFont::append(std::uint32_t code, std::string& out) const {
  if (unicode_.append(code, out)) return true;
  if (is_composite_) {
    if (!codes_are_utf16_ || code < 0x20 || (code >= 0xD800 && code < 0xE000)) return false;
    utf8::append(code, out);
    return true;
  }
  const char32_t character = code < characters_.size() ? characters_[code] : 0;
  if (character == 0) return false;
  utf8::append(character, out);
  return true;
}

double PdfFont::width(std::uint32_t code) const {
  if (!is_composite_) {
    const double width = code < widths_.size() ? widths_[code] : 0;
    return width != 0 ? width : default_width_;
  }
  auto range = ranges_.upper_bound(code);
  if (range == ranges_.begin()) return default_width_;
  --range;
  return code <= range->second.first ? range->second.second : default_width_;
}

const PdfFont* PdfFonts::get(QPDFObjectHandle dictionary, QPDFObjGen container) {
  if (!dictionary.isDictionary()) return nullptr;
  std::unique_ptr<PdfFont>& font = fonts_[identity_of(dictionary, container)];
  if (font == nullptr) font = std::make_unique<PdfFont>(dictionary, file_);
  return font.get();
}

}  // namespace mimebase::documents
