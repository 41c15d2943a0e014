// Lines of text, made of glyphs with their places.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf/budget.h"

namespace mimebase::documents {

// A place on a page, which no page exceeds.
[[nodiscard]] inline float pdf_place(double value) {
  constexpr double kFar = 1e9;
  return value > -kFar ? static_cast<float>(value < kFar ? value : kFar)
         : value < 0   ? -static_cast<float>(kFar)
                       : 0;
}

// Where a glyph is on a page.
struct PdfGlyphPlace {
  float x = 0, y = 0;              // its origin
  float end_x = 0, end_y = 0;      // that of the next glyph
  float right_x = 1, right_y = 0;  // the direction of text, of length 1
  float size = 0;                  // the height of a line
};

struct PdfGlyph : PdfGlyphPlace {
  bool is_known = false;  // whether the font says what its text is
  std::string_view text;  // UTF-8; empty if nothing is known
};

// Joins glyphs to words and lines by their places, in the order in which they are drawn.
class PdfLines {
 public:
  // Where the text of a glyph is.
  struct Place {
    std::size_t offset = 0, length = 0;
  };
  static constexpr char kUnknown = '\x1A';  // in the text, for a glyph of which nothing is known

  explicit PdfLines(PdfTextBudget& budget) : budget_(budget) {}
  void clear();
  // Appends a glyph, behind a space or a line break if it does not adjoin the last one. Bold text is
  // sometimes drawn twice: of such a glyph, the place is that of the first one.
  Place add(const PdfGlyph& glyph);
  // Appends text that has no glyphs, as a line of its own.
  void add_line(std::string_view text);
  // Ends the text, so far.
  void finish();
  [[nodiscard]] const std::string& text() const { return text_; }

  // Words that are drawn in another order than they are read in, side by side: these words, joined. Empty if
  // there are none.
  [[nodiscard]] std::string joined_words();

 private:
  // Glyphs that adjoin each other.
  struct Word {
    float x = 0, y = 0, end_x = 0, end_y = 0;
    float right_x = 1, right_y = 0;
    float size = 0;
    std::size_t begin = 0, end = 0;  // in `text_`
  };
  // A glyph that may be drawn once more.
  struct Recent {
    float x = 0, y = 0;
    float right_x = 1, right_y = 0;
    Place place;
  };
  struct Repeated {
    PdfGlyphPlace glyph;
    Place place;  // of the first one
  };
  enum class Gap { kNone, kSpace, kBreak };
  static constexpr std::size_t kRecent = 40;

  // A word, projected on the direction of its text.
  struct Projected {
    int direction = 0;
    float along = 0, end = 0, up = 0, size = 0;
    std::size_t word = 0;
  };

  [[nodiscard]] bool is_forward(const PdfGlyph& glyph) const;
  [[nodiscard]] bool may_be_same(const PdfGlyph& glyph) const;
  [[nodiscard]] const Recent* find_same(const PdfGlyph& glyph, bool is_forward);
  void find_older();
  [[nodiscard]] static Gap gap(const PdfGlyphPlace& last, const PdfGlyphPlace& glyph);
  Place append(const PdfGlyph& glyph, bool is_forward);
  void end_repeated(const PdfGlyphPlace* next);
  void append_repeated();
  void begin_word(const PdfGlyph& glyph);
  void end_word();
  void begin_line(const PdfGlyph& glyph);
  [[nodiscard]] std::vector<Projected> projected_words() const;

  PdfTextBudget& budget_;
  std::string text_;
  PdfGlyphPlace last_;
  bool has_last_ = false;
  std::vector<Word> words_;
  float lowest_ = 0;           // of the lines
  bool is_unordered_ = false;  // whether a line is not below all those before it

  std::array<Recent, kRecent> recent_;
  std::vector<Repeated> repeated_;  // glyphs since the last one that was appended
  std::size_t recent_count_ = 0;    // of all glyphs, of which the last ones are in `recent_`
  bool is_older_known_ = false;     // whether the last five members are those of the recent glyphs
  std::size_t forward_ = 0;         // the last glyphs, each of which is clearly behind the one before
  float older_left_ = 0, older_right_ = 0, older_bottom_ = 0,
        older_top_ = 0;  // around the recent ones before
};

}  // namespace mimebase::documents
