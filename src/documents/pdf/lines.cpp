#include "documents/pdf/lines.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace mimebase::documents {
namespace {

// Parts of the height of a line.
constexpr float kGap = 0.15F;        // between words
constexpr float kSameLine = 0.5F;    // across
constexpr float kBack = 0.9F;        // before the end of the last glyph
constexpr float kSamePlace = 0.15F;  // of glyphs that are drawn twice
constexpr float kOverlap = 0.3F;     // of words that are joined

}  // namespace

void PdfLines::clear() {
  text_.clear();
  words_.clear();
  repeated_.clear();
  has_last_ = is_unordered_ = false;
  is_older_known_ = false;
  recent_count_ = forward_ = 0;
}

// Most glyphs are: they cannot be at the place of one that is as clearly behind another.
inline bool PdfLines::is_forward(const PdfGlyph& glyph) const {
  const float along = (glyph.x - last_.x) * glyph.right_x + (glyph.y - last_.y) * glyph.right_y;
  return along >= kSamePlace * glyph.size && glyph.size == last_.size && glyph.right_x == last_.right_x &&
         glyph.right_y == last_.right_y;
}

// Whether a glyph may be at the place of one before those that are known to be elsewhere.
inline bool PdfLines::may_be_same(const PdfGlyph& glyph) const {
  const float near = kSamePlace * glyph.size;
  return glyph.x >= older_left_ - near && glyph.x <= older_right_ + near && glyph.y >= older_bottom_ - near &&
         glyph.y <= older_top_ + near;
}

inline PdfLines::Gap PdfLines::gap(const PdfGlyphPlace& last, const PdfGlyphPlace& glyph) {
  const float size = std::max(glyph.size, last.size);
  const float to_x = glyph.x - last.end_x, to_y = glyph.y - last.end_y;
  const float along = to_x * last.right_x + to_y * last.right_y;
  const float across = std::abs(to_x * last.right_y - to_y * last.right_x);
  if (across > kSameLine * size || along < -kBack * size) return Gap::kBreak;
  return along > kGap * size ? Gap::kSpace : Gap::kNone;
}

PdfLines::Place PdfLines::add(const PdfGlyph& glyph) {
  constexpr std::size_t kMostRepeated = 2 * kRecent;  // more are no text that is drawn twice: they are kept
  const bool is_behind = has_last_ && is_forward(glyph);
  if (!is_behind && !is_older_known_) find_older();
  if (const Recent* same = may_be_same(glyph) ? find_same(glyph, is_behind) : nullptr) {
    const Place place = same->place;
    repeated_.push_back({glyph, place});
    if (repeated_.size() == kMostRepeated) append_repeated();
    return place;
  }
  if (repeated_.empty()) return append(glyph, is_behind);
  end_repeated(&glyph);
  return append(glyph, false);
}

PdfLines::Place PdfLines::append(const PdfGlyph& glyph, bool is_forward) {
  const Gap before = has_last_ ? gap(last_, glyph) : Gap::kBreak;
  if (before != Gap::kNone) {
    if (has_last_) {
      end_word();
      text_ += before == Gap::kBreak ? '\n' : ' ';
    }
    if (before == Gap::kBreak) begin_line(glyph);
    begin_word(glyph);
  }
  const Place place{text_.size(), std::max<std::size_t>(glyph.text.size(), 1)};
  if (glyph.text.size() <= 1) {
    text_ += glyph.text.empty() ? kUnknown : glyph.text.front();
  } else {
    text_ += glyph.text;
  }
  recent_[recent_count_++ % kRecent] = {glyph.x, glyph.y, glyph.right_x, glyph.right_y, place};
  forward_ = is_forward ? forward_ + 1 : 1;
  is_older_known_ = false;
  last_ = glyph;
  has_last_ = true;
  return place;
}

// What is drawn twice is left out, unless the text before it or behind it continues there: then another text
// happens to have the same glyphs at these places.
void PdfLines::end_repeated(const PdfGlyphPlace* next) {
  if (repeated_.empty()) return;
  const PdfGlyphPlace &first = repeated_.front().glyph, &last = repeated_.back().glyph;
  const float along = (first.x - last_.end_x) * last_.right_x + (first.y - last_.end_y) * last_.right_y;
  const bool continues = gap(last_, first) == Gap::kNone && along > -kSamePlace * first.size;
  const bool is_continued =
      next != nullptr && gap(last_, *next) != Gap::kNone && gap(last, *next) == Gap::kNone;
  if (continues || is_continued) return append_repeated();
  repeated_.clear();
}

void PdfLines::append_repeated() {
  const std::vector<Repeated> repeated = std::exchange(repeated_, {});
  for (const Repeated& one : repeated) {
    PdfGlyph glyph{one.glyph, true, {}};
    const std::string text = text_.substr(one.place.offset, one.place.length);
    glyph.text = text;
    append(glyph, false);
  }
}

void PdfLines::finish() {
  end_repeated(nullptr);
  if (has_last_) end_word();
}

void PdfLines::add_line(std::string_view text) {
  finish();
  if (text.empty()) return;
  if (!text_.empty()) text_ += '\n';
  text_ += text;
  text_ += '\n';
  has_last_ = false;
}

void PdfLines::find_older() {
  constexpr std::uint64_t kSteps = 4;
  static_cast<void>(budget_.charge_steps(kSteps));
  is_older_known_ = true;
  constexpr float kFar = std::numeric_limits<float>::max();
  older_left_ = older_bottom_ = kFar;
  older_right_ = older_top_ = -kFar;
  for (std::size_t i = 0; i < std::min(recent_count_, kRecent); ++i) {
    older_left_ = std::min(older_left_, recent_[i].x);
    older_right_ = std::max(older_right_, recent_[i].x);
    older_bottom_ = std::min(older_bottom_, recent_[i].y);
    older_top_ = std::max(older_top_, recent_[i].y);
  }
}

const PdfLines::Recent* PdfLines::find_same(const PdfGlyph& glyph, bool is_forward) {
  const float near = kSamePlace * glyph.size;
  const std::string_view text = glyph.text.empty() ? std::string_view(&kUnknown, 1) : glyph.text;
  const std::size_t newer = is_forward ? forward_ : 0;
  for (std::size_t back = newer + 1; back <= std::min(recent_count_, kRecent); ++back) {
    const Recent& other = recent_[(recent_count_ - back) % kRecent];
    const bool is_same = std::abs(other.x - glyph.x) < near && std::abs(other.y - glyph.y) < near &&
                         other.right_x == glyph.right_x && other.right_y == glyph.right_y;
    if (is_same && std::string_view(text_).substr(other.place.offset, other.place.length) == text)
      return &other;
  }
  return nullptr;
}

void PdfLines::begin_line(const PdfGlyph& glyph) {
  const float up = glyph.y * glyph.right_x - glyph.x * glyph.right_y;
  const bool is_first = words_.empty();
  const bool has_turned =
      !is_first && (glyph.right_x != words_.back().right_x || glyph.right_y != words_.back().right_y);
  is_unordered_ = is_unordered_ || has_turned || (!is_first && up > lowest_ - kSameLine * glyph.size);
  lowest_ = is_first ? up : std::min(lowest_, up);
}

void PdfLines::begin_word(const PdfGlyph& glyph) {
  // What a page with more words costs is memory.
  constexpr std::size_t kUsual = 50'000;
  constexpr std::uint64_t kSteps = 32;
  if (words_.size() >= kUsual && !budget_.charge_steps(kSteps)) return;
  words_.push_back(
      {glyph.x, glyph.y, glyph.x, glyph.y, glyph.right_x, glyph.right_y, glyph.size, text_.size(), 0});
}

void PdfLines::end_word() {
  Word& word = words_.back();
  word.end_x = last_.end_x;
  word.end_y = last_.end_y;
  word.end = text_.size();
}

std::vector<PdfLines::Projected> PdfLines::projected_words() const {
  std::vector<Projected> projected;
  projected.reserve(words_.size());
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const Word& word = words_[i];
    const int direction = static_cast<int>(std::lround(word.right_x * 100)) * 1000 +
                          static_cast<int>(std::lround(word.right_y * 100));
    projected.push_back({direction, word.x * word.right_x + word.y * word.right_y,
                         word.end_x * word.right_x + word.end_y * word.right_y,
                         word.y * word.right_x - word.x * word.right_y, word.size, i});
  }
  return projected;
}

std::string PdfLines::joined_words() {
  constexpr std::uint64_t kSteps = 16;  // to sort a word
  std::string joined;
  finish();
  if (!is_unordered_ || words_.size() < 2 || !budget_.charge_steps(words_.size() * kSteps)) return joined;
  std::vector<Projected> words = projected_words();
  const auto is_before = [](const Projected& a, const Projected& b) {
    return a.direction != b.direction ? a.direction < b.direction : a.up > b.up;
  };
  std::ranges::sort(words, is_before);
  for (auto line = words.begin(); line != words.end();) {
    const auto end = std::find_if(line, words.end(), [line](const Projected& word) {
      return word.direction != line->direction || line->up - word.up > kOverlap * word.size;
    });
    std::ranges::sort(line, end, {}, &Projected::along);
    while (line != end) {
      const auto first = line;
      bool is_reordered = false;
      for (++line; line != end; ++line) {
        const float size = std::max(line->size, line[-1].size), gap = line->along - line[-1].end;
        if (gap > kGap * size || gap < -kOverlap * size) break;
        is_reordered = is_reordered || line->word != line[-1].word + 1;
      }
      if (!is_reordered) continue;
      for (auto word = first; word != line; ++word)
        joined.append(text_, words_[word->word].begin, words_[word->word].end - words_[word->word].begin);
      joined += '\n';
    }
  }
  return joined;
}

}  // namespace mimebase::documents
