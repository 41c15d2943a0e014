#include "base/field.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "ascii.h"
#include "base/layer_kinds.h"
#include "charset/charset.h"
#include "walk/field_text.h"

namespace mimebase::base {
namespace {

// Which bytes of the unfolded value are white space on either side of a fold: an URL is folded by breaking it
// anywhere (RFC 2017 section 3.1), so that this white space is no part of it.
std::vector<bool> white_of_folds(std::string_view value, const std::vector<walk::Fold>& folds) {
  const auto is_white = [&](std::size_t i) { return ascii::is_blank(value[i]); };
  std::vector<bool> marked(value.size());
  for (const walk::Fold& fold : folds) {
    for (std::size_t i = fold.at; i > 0 && is_white(i - 1) && !marked[i - 1]; --i) marked[i - 1] = true;
    for (std::size_t i = fold.at; i < value.size() && is_white(i) && !marked[i]; ++i) marked[i] = true;
  }
  return marked;
}

// A range of the unfolded value, made smaller step by step until the URL alone is left.
struct Cursor {
  std::string_view text;
  std::size_t start = 0;
  std::size_t end = 0;

  [[nodiscard]] std::string_view view() const { return text.substr(start, end - start); }
  void trim() {
    while (start < end && ascii::is_blank(text[start])) ++start;
    while (end > start && ascii::is_blank(text[end - 1])) --end;
  }
  // "(...)" at the front, or behind white space at the back (RFC 5322 section 3.2.2). Brackets are URL
  // characters too: "http://x/a_(b)" has no comment.
  void drop_comments() {
    trim();
    while (start < end && text[start] == '(' && close_of(start) < end) {
      start = close_of(start) + 1;
      trim();
    }
    while (end - start > 1 && text[end - 1] == ')') {
      const std::size_t open = open_of(end - 1);
      if (open <= start ||
          !(ascii::is_blank(text[open - 1]) || text[open - 1] == '>' || text[open - 1] == '"'))
        break;
      end = open;
      trim();
    }
  }
  [[nodiscard]] std::size_t close_of(std::size_t open) const {
    int depth = 0;
    for (std::size_t i = open; i < end; ++i) {
      if (text[i] == '(') ++depth;
      if (text[i] == ')' && --depth == 0) return i;
    }
    return end;
  }
  [[nodiscard]] std::size_t open_of(std::size_t close) const {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > start;) {
      if (text[i] == ')') ++depth;
      if (text[i] == '(' && --depth == 0) return i;
    }
    return start;
  }
  bool drop_pair(char open, char close) {
    if (end - start < 2 || text[start] != open || text[end - 1] != close) return false;
    ++start;
    --end;
    trim();
    return true;
  }
  bool drop_url_prefix() {
    // Inside < > white space means nothing, be it within "URL:".
    std::size_t at = start;
    for (const char wanted : std::string_view("url:")) {
      while (at < end && ascii::is_blank(text[at])) ++at;
      if (at == end || ascii::lower(text[at]) != wanted) return false;
      ++at;
    }
    start = at;
    trim();
    return true;
  }
};

std::string utf8(std::string_view text) {
  if (ascii::is_ascii(text)) return std::string(text);
  std::string utf8;
  charset::Charset().append_utf8(text, utf8);
  return utf8;
}

}  // namespace

BaseBy base_header(std::string_view field_name) {
  for (const LayerKind& kind : kLayerKinds) {
    if (kind.place == Place::kHeading && ascii::equals_ignoring_case(field_name, kind.called)) return kind.by;
  }
  return BaseBy::kNone;
}

FieldValue read_field(BaseBy by, std::string_view raw_value) {
  std::string scratch;
  std::vector<walk::Fold> folds;
  const std::string_view value = walk::unfold(raw_value, scratch, &folds);
  const std::vector<bool> of_folds = white_of_folds(value, folds);
  Cursor cursor{value, 0, value.size()};
  FieldValue out;
  cursor.drop_comments();
  const bool in_brackets = kind_of(by).wrapper == Wrapper::kUrlInBrackets;
  if (in_brackets) {
    const bool bracketed = cursor.drop_pair('<', '>');
    const bool prefixed = cursor.drop_url_prefix();
    out.malformed = !bracketed || !prefixed;
  } else {
    while (cursor.drop_pair('"', '"') || cursor.drop_pair('<', '>')) cursor.drop_comments();
    if (cursor.drop_url_prefix()) {
      while (cursor.drop_pair('"', '"') || cursor.drop_pair('<', '>')) cursor.drop_comments();
    }
  }
  // One quote or bracket without the other.
  const std::string_view inside = cursor.view();
  if (inside.starts_with('"') || inside.ends_with('"')) out.malformed = true;
  out.span = {cursor.start, cursor.end};
  for (std::size_t i = cursor.start; i < cursor.end; ++i) {
    const bool ignored = in_brackets ? ascii::is_blank(value[i]) : of_folds[i];
    if (!ignored && value[i] != '\r' && value[i] != '\n') out.url += value[i];
  }
  out.written = utf8(value);
  // References are UTF-8, and what is resolved against this is made of both.
  if (!ascii::is_ascii(out.url)) out.url = utf8(out.url);
  return out;
}

}  // namespace mimebase::base
