// Fonts of PDF, as far as it takes to know what a page shows: which characters, and how wide they are.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "documents/pdf/budget.h"
#include "documents/pdf/file.h"

namespace mimebase::documents {

// One code of a string that a page shows.
struct PdfCode {
  std::uint32_t code = 0;
  std::size_t length = 1;  // in bytes
};

// What a code stands for.
struct PdfCharacters {
  std::string text;  // UTF-8, ligatures in letters; empty if nothing is known
  // False if the text is a guess, because the font's own file would have to be read: the characters that the
  // codes have in most fonts.
  bool is_known = false;
};

// A CMap (ISO 32000-2 sections 9.7.5 and 9.10.3): how long codes are, and for ToUnicode their characters.
class PdfUnicodeMap {
 public:
  // Changes `cmap`.
  void read(std::string& cmap);
  // Replaces `text`. Returns false if there is no such code.
  [[nodiscard]] bool find(std::uint32_t code, std::string& text) const;
  // Bytes per code by its first byte, 0 if there are none. Null if the CMap does not say it.
  [[nodiscard]] const std::array<std::uint8_t, 256>* lengths() const {
    return has_lengths_ ? &lengths_ : nullptr;
  }

 private:
  // Codes that stand for consecutive characters: of the last character of the text, if there is a text.
  struct Range {
    std::uint32_t first = 0, last = 0;
    std::uint32_t value = 0;   // the first character, or the offset in `texts_`
    std::uint32_t length = 0;  // of the text; 0 for a character
  };
  static constexpr std::uint32_t kNothing = 0xFFFFFFFF;  // a character

  void add(std::uint32_t first, std::uint32_t last, std::string_view utf16);
  void add_code_space(std::string_view first, std::string_view last);
  void sort();

  std::vector<Range> ranges_;  // sorted by their first code
  std::array<std::uint32_t, 256>
      at_byte_{};  // the range of a code of one byte, counted from 1; 0 if there is none
  std::string texts_;
  std::array<std::uint8_t, 256> lengths_{};
  bool has_lengths_ = false;
};

class PdfFonts;

class PdfFont {
 public:
  // `container` is the indirect object that contains the dictionary.
  PdfFont(QPDFObjectHandle dictionary, QPDFObjGen container, PdfFonts& fonts);

  // The first code of `text`, which is not empty.
  [[nodiscard]] PdfCode first_code(std::string_view text) const;
  [[nodiscard]] PdfCharacters characters(std::uint32_t code) const;
  // In thousandths of the font's size, or in the glyph space of Type 3 fonts.
  [[nodiscard]] double width(std::uint32_t code) const;
  [[nodiscard]] double unit() const { return unit_; }

  // The tables of fonts, which fonts share.
  using Characters = std::array<char32_t, 256>;
  using SimpleWidths = std::array<float, 256>;
  struct WidthRange {
    std::uint32_t first = 0, last = 0;
    float width = 0;
  };
  using Widths = std::vector<WidthRange>;

 private:
  void read_simple(QPDFObjectHandle dictionary, QPDFObjGen container, PdfFonts& fonts);
  void read_characters(QPDFObjectHandle dictionary, QPDFObjGen container, PdfFonts& fonts);
  void read_composite(QPDFObjectHandle dictionary, QPDFObjGen container, PdfFonts& fonts);
  void read_encoding(std::string_view name);
  [[nodiscard]] PdfCharacters simple_characters(std::uint32_t code) const;
  [[nodiscard]] PdfCharacters composite_characters(std::uint32_t code) const;

  bool is_composite_ = false;
  bool codes_are_unicode_ = false;
  std::uint32_t space_ = 0;       // the glyph of a space, if codes in ASCII are ASCII; else 0
  std::uint32_t half_width_ = 0;  // the same in half width, if codes are glyphs for Asian text; else 0
  std::uint8_t code_length_ = 1;
  const std::array<std::uint8_t, 256>* lengths_ = nullptr;  // of codes that differ in length
  double unit_ = 0.001;
  double default_width_ = 500;
  std::shared_ptr<const PdfUnicodeMap> unicode_, encoding_;  // null if there is none
  std::shared_ptr<const SimpleWidths> simple_widths_;        // 0 if unknown
  std::shared_ptr<const Widths> widths_;                     // of a composite font
  const Characters* characters_ = nullptr;                   // of a simple font; 0 if unknown
  std::shared_ptr<const Characters> differences_;            // from them; 0 if there is none
};

// The fonts of a file. Each of them, and each table that several of them share, is read once.
class PdfFonts {
 public:
  PdfFonts(PdfFile& file, PdfTextBudget& budget) : file_(file), budget_(budget) {}
  // Null if it is no font. `container` is the indirect object that contains it.
  [[nodiscard]] const PdfFont* get(QPDFObjectHandle dictionary, QPDFObjGen container);

  // For PdfFont. Null if there is no such table, or the budget is used up.
  [[nodiscard]] std::shared_ptr<const PdfUnicodeMap> unicode_map(QPDFObjectHandle stream);
  [[nodiscard]] std::shared_ptr<const PdfFont::SimpleWidths> simple_widths(QPDFObjectHandle array,
                                                                           QPDFObjGen container, int first);
  [[nodiscard]] std::shared_ptr<const PdfFont::Widths> widths(QPDFObjectHandle array, QPDFObjGen container);
  [[nodiscard]] std::shared_ptr<const PdfFont::Characters> differences(QPDFObjectHandle array,
                                                                       QPDFObjGen container);
  // What the file of a font says, if it is read: Type 1, or the Compact Font Format.
  [[nodiscard]] std::shared_ptr<const PdfFont::Characters> encoding_in_file(QPDFObjectHandle descriptor);
  const QPDFObjectHandle& prepare(const QPDFObjectHandle& handle) { return file_.prepare(handle); }

 private:
  PdfFile& file_;
  PdfTextBudget& budget_;
  std::map<PdfIdentity, std::unique_ptr<PdfFont>> fonts_;
  std::map<QPDFObjGen, std::shared_ptr<const PdfUnicodeMap>> unicode_maps_;
  std::map<std::tuple<PdfIdentity, int>, std::shared_ptr<const PdfFont::SimpleWidths>> simple_widths_;
  std::map<PdfIdentity, std::shared_ptr<const PdfFont::Widths>> widths_;
  std::map<PdfIdentity, std::shared_ptr<const PdfFont::Characters>> differences_;
  std::map<QPDFObjGen, std::shared_ptr<const PdfFont::Characters>> encodings_in_files_;
};

}  // namespace mimebase::documents
