// The texts under links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/pdf/budget.h"
#include "documents/pdf/lines.h"

namespace mimebase::documents {

// A rectangle in the coordinates of a page.
struct PdfRectangle {
  float left = 0, bottom = 0, right = 0, top = 0;
};

// Collects the glyphs of a page that are in the areas of its links.
//
//   labels.clear();
//   labels.add_link(areas);                        // link 0, and so on
//   labels.add(glyph, text);                       // each glyph, in order
//   labels.finish(lines.text());
//   labels.text(0);
//
// A glyph takes logarithmic time, and each link under it takes a step.
class PdfLabels {
 public:
  explicit PdfLabels(PdfTextBudget& budget) : budget_(budget), line_(budget) {}

  void clear();
  void add_link(const std::vector<PdfRectangle>& areas);
  void add(const PdfGlyph& glyph, PdfLines::Place text);
  void finish(std::string_view text);

  // The text under a link, with white space collapsed, at most 200 characters. Empty if there is none, a
  // character in it is unknown, or the texts of this page take too many steps.
  [[nodiscard]] const std::string& text(std::size_t link) const { return links_[link].text; }
  // Whether the text of a link shows `shown`, which begins at `offset` in the text of the page. Offsets
  // ascend.
  [[nodiscard]] bool shows(std::size_t offset, std::string_view shown);

 private:
  struct Area {
    PdfRectangle rectangle;
    float highest = 0;  // top of this and the others in its subtree
    std::size_t link = 0;
  };
  // A glyph, whose text is that of the page.
  struct Part {
    PdfGlyphPlace glyph;
    bool is_known = false;
    PdfLines::Place text;
  };
  struct Link {
    std::vector<Part> parts;
    std::uint64_t last = 0;  // the number of the last glyph
    std::string text;
  };
  // A part of the page's text that is under a link.
  struct Span {
    std::size_t begin = 0, end = 0, link = 0;
  };

  void sort_areas();
  float set_highest(std::size_t begin, std::size_t end);
  void find_at(float y, std::size_t begin, std::size_t end);
  [[nodiscard]] std::string text_of(const Link& link, std::string_view text);

  PdfTextBudget& budget_;
  PdfLines line_;
  std::vector<Link> links_;
  // A balanced tree: sorted by the bottom; the root of a range is in its middle.
  std::vector<Area> areas_;
  std::vector<std::size_t> at_height_;  // the areas at `height_`
  float height_ = 0;
  bool is_sorted_ = false, has_height_ = false;
  std::vector<Span> spans_;
  std::size_t next_span_ = 0;
  std::uint64_t glyphs_ = 0;  // so far
  std::uint64_t steps_ = 0;   // that are not charged yet
};

}  // namespace mimebase::documents
