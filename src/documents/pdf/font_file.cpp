#include "documents/pdf/font_file.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include "documents/pdf/meter.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// A token of PostScript at `at`: a name with its slash, or a word.
std::string_view next_token(std::string_view text, std::size_t& at) {
  at = skip_pdf_space(text, at);
  const std::size_t start = at;
  if (at < text.size()) at = skip_pdf_word(text, at + 1);
  return text.substr(start, at - start);
}

// "104", or "8#150".
std::optional<std::size_t> code_in(std::string_view token) {
  int base = 10;
  if (const std::size_t mark = token.find('#'); mark != kNotFound) {
    std::from_chars(token.data(), token.data() + mark, base);
    token.remove_prefix(mark + 1);
  }
  std::size_t code = 0;
  if (base < 2 || base > 36) return std::nullopt;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), code, base);
  if (error != std::errc() || end != token.data() + token.size() || code > 255) return std::nullopt;
  return code;
}

// A font in the Compact Font Format.
class CompactFont {
 public:
  CompactFont(std::string_view bytes, PdfCharacterOf character_named)
      : bytes_(bytes), character_named_(character_named) {}

  [[nodiscard]] PdfFontEncoding encoding() {
    const Index names = index_at(number(2, 1));
    const Index fonts = index_at(names.end);
    strings_ = index_at(fonts.end);
    if (fonts.count == 0) return {};
    read_font(item(fonts, 0));
    if (has_identifiers_ || encoding_ == kExpert) return {};
    if (encoding_ == kStandard) return {{}, true, true};
    read_charset(index_at(char_strings_).count);
    PdfFontEncoding read;
    read.is_known = true;
    read_encoding(read.characters);
    return read;
  }

 private:
  // Values of offsets in a font that are none.
  static constexpr std::size_t kStandard = 0, kExpert = 1, kLastCharset = 2;

  struct Index {
    std::size_t count = 0, offset_size = 0, offsets = 0, end = 0;
  };

  // 0 where the file has ended.
  [[nodiscard]] std::size_t number(std::size_t at, std::size_t size) const {
    std::size_t value = 0;
    if (at > bytes_.size() || size > bytes_.size() - at) return 0;
    for (const char c : bytes_.substr(at, size)) value = value << 8 | static_cast<unsigned char>(c);
    return value;
  }

  [[nodiscard]] Index index_at(std::size_t at) const {
    Index index{number(at, 2), number(at + 2, 1), at + 3, at + 2};
    if (index.count == 0 || index.offset_size == 0 || index.offset_size > 4) return {0, 0, 0, at + 2};
    const std::size_t data = index.offsets + (index.count + 1) * index.offset_size - 1;
    index.end = data + number(index.offsets + index.count * index.offset_size, index.offset_size);
    return index;
  }

  [[nodiscard]] std::string_view item(const Index& index, std::size_t i) const {
    if (i >= index.count) return {};
    const std::size_t data = index.offsets + (index.count + 1) * index.offset_size - 1;
    const std::size_t from = data + number(index.offsets + i * index.offset_size, index.offset_size);
    const std::size_t to = data + number(index.offsets + (i + 1) * index.offset_size, index.offset_size);
    return from <= to && to <= bytes_.size() ? bytes_.substr(from, to - from) : std::string_view();
  }

  // Operators come after their operands, of which the last one matters.
  void read_font(std::string_view dictionary) {
    constexpr unsigned kCharset = 15, kEncoding = 16, kCharStrings = 17, kEscape = 12, kRos = 30;
    std::size_t operand = 0;
    for (std::size_t at = 0; at < dictionary.size();) {
      const auto byte = [&](std::size_t i) -> unsigned {
        return i < dictionary.size() ? static_cast<unsigned char>(dictionary[i]) : 0;
      };
      const unsigned first = byte(at++);
      if (first == kCharset) charset_ = operand;
      if (first == kEncoding) encoding_ = operand;
      if (first == kCharStrings) char_strings_ = operand;
      if (first == kEscape) {
        has_identifiers_ = has_identifiers_ || byte(at) == kRos;
        ++at;
      } else if (first == 28) {
        operand = byte(at) << 8 | byte(at + 1);
        at += 2;
      } else if (first == 29) {
        operand = byte(at) << 24 | byte(at + 1) << 16 | byte(at + 2) << 8 | byte(at + 3);
        at += 4;
      } else if (first == 30) {  // a real number, up to a nibble of ones
        while (at < dictionary.size() && (byte(at) & 0x0F) != 0x0F) ++at;
        ++at;
      } else if (first >= 32 && first <= 246) {
        operand = first - std::min(first, 139U);
      } else if (first >= 247 && first <= 250) {
        operand = (first - 247) * 256 + byte(at++) + 108;
      } else if (first >= 251 && first <= 254) {
        ++at;  // a negative number
      }
    }
  }

  // The identifiers of glyphs' names.
  void read_charset(std::size_t glyphs) {
    names_ = {0};
    if (charset_ <= kLastCharset) {
      for (std::size_t i = 1; i < glyphs; ++i) names_.push_back(charset_ == 0 ? i : 0);
      return;
    }
    const std::size_t format = number(charset_, 1);
    for (std::size_t at = charset_ + 1; names_.size() < glyphs && at + 1 < bytes_.size();) {
      const std::size_t first = number(at, 2);
      const std::size_t more = format == 0 ? 0 : number(at + 2, format);
      at += 2 + format;
      for (std::size_t i = 0; i <= more && names_.size() < glyphs; ++i) names_.push_back(first + i);
      if (format > 2) return;
    }
  }

  void read_encoding(PdfGlyphCharacters& characters) const {
    const std::size_t format = number(encoding_, 1), count = number(encoding_ + 1, 1);
    constexpr std::size_t kSupplement = 0x80;
    std::size_t at = encoding_ + 2, glyph = 1;
    const auto add = [&](std::size_t code) {
      if (code < characters.size() && glyph < names_.size()) characters[code] = character(names_[glyph]);
      ++glyph;
    };
    const bool has_ranges = format % kSupplement == 1;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t first = number(at++, 1), more = has_ranges ? number(at++, 1) : 0;
      for (std::size_t j = 0; j <= more; ++j) add(first + j);
    }
    if (format < kSupplement) return;
    const std::size_t supplements = number(at++, 1);
    for (std::size_t i = 0; i < supplements; ++i, at += 3)
      characters[number(at, 1)] = character(number(at + 1, 2));
  }

  // Of the standard strings, those of ASCII and two ligatures are known: URLs have no others.
  [[nodiscard]] char32_t character(std::size_t name) const {
    constexpr std::size_t kAscii = 95, kFi = 109, kStandardStrings = 391;
    constexpr std::size_t kQuoteRight = 8, kQuoteLeft = 65;
    if (name == kQuoteRight) return 0x2019;
    if (name == kQuoteLeft) return 0x2018;
    if (name >= 1 && name <= kAscii) return static_cast<char32_t>(0x20 + name - 1);
    if (name == kFi || name == kFi + 1) return static_cast<char32_t>(0xFB01 + name - kFi);
    return name < kStandardStrings ? 0 : character_named_(item(strings_, name - kStandardStrings));
  }

  std::string_view bytes_;
  PdfCharacterOf character_named_;
  Index strings_;
  std::size_t charset_ = 0, encoding_ = 0, char_strings_ = 0;
  bool has_identifiers_ = false;  // numbers in place of names
  std::vector<std::size_t> names_;
};

// The table of an OpenType font that has it in the Compact Font Format.
std::string_view compact_font_in(std::string_view font) {
  constexpr std::size_t kHeader = 12, kRow = 16;
  const auto number = [font](std::size_t at, std::size_t size) {
    std::size_t value = 0;
    for (const char c : font.substr(std::min(at, font.size()), size))
      value = value << 8 | static_cast<unsigned char>(c);
    return value;
  };
  if (!font.starts_with("OTTO")) return font;
  for (std::size_t i = 0, count = number(4, 2); i < count; ++i) {
    const std::size_t row = kHeader + i * kRow;
    if (row + kRow > font.size()) break;
    if (font.substr(row, 4) == "CFF ")
      return font.substr(std::min(number(row + 8, 4), font.size()), number(row + 12, 4));
  }
  return {};
}

}  // namespace

PdfFontEncoding read_type1_encoding(std::string_view font, PdfCharacterOf character_named) {
  constexpr std::string_view kEncoding = "/Encoding";
  font = font.substr(0, font.find("eexec"));
  std::size_t at = font.find(kEncoding);
  if (at == kNotFound) return {};
  at += kEncoding.size();
  PdfFontEncoding read;
  read.is_known = true;
  std::string_view token = next_token(font, at);
  read.is_standard = token == "StandardEncoding";
  // dup 104 /h put
  for (; !token.empty() && !read.is_standard && token != "def" && token != "readonly";
       token = next_token(font, at)) {
    if (token != "dup") continue;
    const auto code = code_in(next_token(font, at));
    token = next_token(font, at);
    if (code && token.starts_with('/')) read.characters[*code] = character_named(token.substr(1));
  }
  return read;
}

PdfFontEncoding read_cff_encoding(std::string_view font, PdfCharacterOf character_named) {
  return CompactFont(compact_font_in(font), character_named).encoding();
}

}  // namespace mimebase::documents
