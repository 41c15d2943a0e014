// Fonts of PDF, as far as it takes to know what a page shows: which characters, and how wide they are.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "documents/pdf_file.h"

namespace mimebase::documents {

// One code of a string that a page shows.
struct PdfCode {
  std::uint32_t code = 0;
  std::size_t length = 1;  // in bytes
};

// Maps codes to characters by a ToUnicode CMap (ISO 32000-2 section 9.10.3).
class PdfUnicodeMap {
 public:
  void read(std::string_view cmap);
  // Null if there is no such code.
  [[nodiscard]] bool append(std::uint32_t code, std::string& out) const;
  [[nodiscard]] bool is_empty() const { return ranges_.empty(); }
  // Bytes per code, if all have the same number; 0 if unknown.
  [[nodiscard]] std::size_t code_length() const { return code_length_; }

 private:
  struct Range {
    std::uint32_t last = 0;
    std::string to;                // UTF-8, for the first code
    char32_t first_character = 0;  // if `to` is one character
  };
  void add(std::uint32_t first, std::uint32_t last, std::string_view utf16);

  std::map<std::uint32_t, Range> ranges_;  // by their first code
  std::size_t code_length_ = 0;
};

class PdfFont {
 public:
  // Reads at most what `meter` allows.
  PdfFont(QPDFObjectHandle dictionary, PdfFile& file);

  // The first code of `text`, which is not empty.
  [[nodiscard]] PdfCode first_code(std::string_view text) const;
  // Appends the characters of a code as UTF-8. Returns false if they are unknown.
  [[nodiscard]] bool append(std::uint32_t code, std::string& out) const;
  // In thousandths of the font's size.
  [[nodiscard]] double width(std::uint32_t code) const;
  // Spaces between words apply to one-byte codes 32.
  [[nodiscard]] bool is_composite() const { return is_composite_; }
  // Glyph space of Type 3 fonts.
  [[nodiscard]] double unit() const { return unit_; }

 private:
  void read_simple(QPDFObjectHandle dictionary);
  void read_encoding(QPDFObjectHandle dictionary, QPDFObjectHandle descriptor);
  void read_composite(QPDFObjectHandle dictionary, PdfFile& file);
  void read_standard_widths(std::string_view name);

  bool is_composite_ = false;
  bool codes_are_utf16_ = false;
  std::size_t code_length_ = 1;
  double unit_ = 0.001;
  double default_width_ = 500;
  std::array<double, 256> widths_{};                                  // of a simple font; 0 if unknown
  std::array<char32_t, 256> characters_{};                            // of a simple font; 0 if unknown
  std::map<std::uint32_t, std::pair<std::uint32_t, double>> ranges_;  // of a composite font
  PdfUnicodeMap unicode_;
};

// The fonts of a file, each of which is read once.
class PdfFonts {
 public:
  explicit PdfFonts(PdfFile& file) : file_(file) {}
  // Null if it is no font. `container` is the indirect object that contains it.
  [[nodiscard]] const PdfFont* get(QPDFObjectHandle dictionary, QPDFObjGen container);

 private:
  PdfFile& file_;
  std::map<PdfIdentity, std::unique_ptr<PdfFont>> fonts_;
};

}  // namespace mimebase::documents
