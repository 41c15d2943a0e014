// The text that a page shows, with its places.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf_file.h"
#include "documents/pdf_font.h"

namespace mimebase::documents {

// A rectangle in the coordinates of a page.
struct PdfRectangle {
  double left = 0, bottom = 0, right = 0, top = 0;
};

// Text of some glyphs, and which glyph each piece is of.
struct PdfLine {
  struct Piece {
    std::size_t offset = 0;  // in `text`
    std::uint32_t glyph = 0;
  };
  std::string text;           // UTF-8
  std::vector<Piece> pieces;  // in order
};

// Reads the text of one page after another. Text that is drawn invisibly is skipped, because nobody sees it.
class PdfPageText {
 public:
  PdfPageText(PdfFile& file, PdfFonts& fonts);

  // Reads a page; stops where a limit is hit.
  void read(QPDFObjectHandle page);
  // The text under the areas of a link, with white space collapsed, at most 200 characters. Empty if there is
  // none, or a glyph of which the character is unknown.
  [[nodiscard]] std::string under(const std::vector<PdfRectangle>& areas);
  // The whole text, in lines.
  [[nodiscard]] PdfLine all() const;
  // Whether under() was asked for the text with this glyph.
  [[nodiscard]] bool is_linked(std::uint32_t glyph) const { return glyphs_[glyph].is_linked; }

 private:
  struct Glyph {
    float x = 0, y = 0;          // its origin on the page
    float end_x = 0, end_y = 0;  // that of the next glyph
    float size = 0;              // height of a line
    std::uint32_t text = 0;      // offset in `text_`
    std::uint16_t length = 0;    // in bytes; 0 if the character is unknown
    bool is_linked = false;
  };
  struct Matrix {
    double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
    [[nodiscard]] Matrix operator*(const Matrix& outer) const;
  };
  struct State {
    Matrix page;
    const PdfFont* font = nullptr;
    double size = 0, character_space = 0, word_space = 0, scale = 1, leading = 0, rise = 0;
    int mode = 0;
  };
  struct Resources {
    QPDFObjectHandle dictionary;
    QPDFObjGen container;
  };
  struct Operands;

  void run(std::string_view content, const Resources& resources, int depth);
  void do_text_state(std::string_view name, const Operands& operands, const Resources& resources);
  void do_text(std::string_view name, const Operands& operands);
  void draw(std::string_view name, const Resources& resources, int depth);
  void move(double x, double y);
  void show(std::string_view text);
  void add(PdfLine& line, const Glyph*& last, std::uint32_t glyph) const;
  bool decode(QPDFObjectHandle stream, std::string& out);

  PdfFile& file_;
  PdfFonts& fonts_;
  std::uint64_t bytes_left_;  // of all pages: the text must not use up what references need
  std::uint64_t steps_left_;  // comparisons of glyphs with areas
  State state_;
  Matrix line_, text_matrix_;
  std::string text_;
  std::vector<Glyph> glyphs_;
};

}  // namespace mimebase::documents
