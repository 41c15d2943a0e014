#include "documents/pdf/labels.h"

#include <algorithm>
#include <utility>

#include "documents/reporting.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// Of which a text is made: it is cut off after fewer characters.
constexpr std::size_t kMostParts = 400;

}  // namespace

void PdfLabels::clear() {
  links_.clear();
  areas_.clear();
  spans_.clear();
  next_span_ = 0;
  is_sorted_ = has_height_ = false;
}

void PdfLabels::add_link(const std::vector<PdfRectangle>& areas) {
  for (const PdfRectangle& area : areas) areas_.push_back({area, 0, links_.size()});
  links_.emplace_back();
}

void PdfLabels::sort_areas() {
  std::ranges::sort(areas_, {}, [](const Area& area) { return area.rectangle.bottom; });
  set_highest(0, areas_.size());
  is_sorted_ = true;
}

float PdfLabels::set_highest(std::size_t begin, std::size_t end) {
  if (begin == end) return -1e9F;
  const std::size_t middle = begin + (end - begin) / 2;
  const float below = set_highest(begin, middle), above = set_highest(middle + 1, end);
  return areas_[middle].highest = std::max({areas_[middle].rectangle.top, below, above});
}

// Appends the areas of a range whose height includes `y`. Recursion is as deep as the tree.
void PdfLabels::find_at(float y, std::size_t begin, std::size_t end) {
  if (begin == end) return;
  const std::size_t middle = begin + (end - begin) / 2;
  const Area& area = areas_[middle];
  ++steps_;
  if (y > area.highest) return;
  find_at(y, begin, middle);
  if (y < area.rectangle.bottom) return;
  if (y <= area.rectangle.top && links_[area.link].parts.size() < kMostParts) at_height_.push_back(middle);
  find_at(y, middle + 1, end);
}

void PdfLabels::add(const PdfGlyph& glyph, PdfLines::Place text) {
  constexpr std::uint64_t kPart = 16;        // steps: what a part takes in memory
  constexpr std::uint64_t kAtOnce = 10'000;  // steps that are charged together
  if (areas_.empty() || budget_.are_labels_used_up()) return;
  if (!is_sorted_) sort_areas();
  ++glyphs_;
  // The middle of a small letter.
  const float up = 0.25F * glyph.size;
  const float x = (glyph.x + glyph.end_x) / 2 - up * glyph.right_y;
  const float y = (glyph.y + glyph.end_y) / 2 + up * glyph.right_x;
  if (!has_height_ || y != height_) {
    at_height_.clear();
    find_at(y, 0, areas_.size());
    height_ = y;
    has_height_ = true;
  }
  steps_ += at_height_.size();
  for (const std::size_t index : at_height_) {
    const Area& area = areas_[index];
    if (x < area.rectangle.left || x > area.rectangle.right) continue;
    Link& link = links_[area.link];
    // Areas of a link may overlap.
    if (link.parts.size() >= kMostParts || std::exchange(link.last, glyphs_) == glyphs_) continue;
    link.parts.push_back({glyph, glyph.is_known, text});
    steps_ += kPart;
    const bool adjoins =
        !spans_.empty() && spans_.back().link == area.link && spans_.back().end == text.offset;
    if (adjoins) {
      spans_.back().end += text.length;
    } else {
      spans_.push_back({text.offset, text.offset + text.length, area.link});
    }
  }
  if (steps_ > kAtOnce) static_cast<void>(budget_.charge_labels(std::exchange(steps_, 0)));
}

void PdfLabels::finish(std::string_view text) {
  // Half of a text would mislead.
  if (!budget_.charge_labels(std::exchange(steps_, 0))) return;
  for (Link& link : links_) {
    link.text = text_of(link, text);
    link.parts = {};
  }
  std::ranges::sort(spans_, {}, &Span::begin);
}

std::string PdfLabels::text_of(const Link& link, std::string_view text) {
  constexpr std::size_t kEnough = 2000;  // bytes: more than the text that is shown
  line_.clear();
  for (const Part& part : link.parts) {
    if (!part.is_known) return {};
    line_.add({part.glyph, true, text.substr(part.text.offset, part.text.length)});
    if (line_.text().size() > kEnough) break;
  }
  line_.finish();
  return shown_text(line_.text());
}

bool PdfLabels::shows(std::size_t offset, std::string_view shown) {
  constexpr std::uint64_t kSteps = 20;  // to search a text
  while (next_span_ < spans_.size() && spans_[next_span_].end <= offset) ++next_span_;
  for (std::size_t i = next_span_; i < spans_.size() && spans_[i].begin <= offset; ++i) {
    if (!budget_.charge_labels(kSteps)) return false;
    if (offset < spans_[i].end && contains(links_[spans_[i].link].text, shown)) return true;
  }
  return false;
}

}  // namespace mimebase::documents
