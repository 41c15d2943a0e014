#include "base/field.h"

#include <vector>

#include "charset/charset.h"
#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::base {
namespace {

// Marks the white space on both sides of each fold in the unfolded value. A URL may be folded at any point
// (RFC 2017 section 3.1), so this white space is not part of it.
std::vector<bool> white_of_folds(std::string_view value, const std::vector<walk::Fold>& folds) {
  const auto is_white = [&](std::size_t i) { return ascii::is_blank(value[i]); };
  std::vector<bool> marked(value.size());
  for (const walk::Fold& fold : folds) {
    for (std::size_t i = fold.at; i > 0 && is_white(i - 1) && !marked[i - 1]; --i) marked[i - 1] = true;
    for (std::size_t i = fold.at; i < value.size() && is_white(i) && !marked[i]; ++i) marked[i] = true;
  }
  return marked;
}

// The functions below strip the unfolded value until only the URL is left.
// The start of the comment that ends the text; 0 if there is none.
std::size_t open_of_last(std::string_view text) {
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == ')') ++depth;
    if (text[i] == '(' && --depth == 0) return i;
  }
  return 0;
}

// Drops "(...)" at the front, and at the back after white space (RFC 5322 section 3.2.2). Parentheses may
// also be part of a URL: "http://x/a_(b)" has no comment.
void drop_comments(std::string_view& text) {
  text = ascii::trimmed(text, " \t");
  while (text.starts_with('(')) {
    const std::size_t end = walk::skip_comment(text, 0);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end);
    text = ascii::trimmed(text, " \t");
  }
  while (text.ends_with(')')) {
    const std::size_t open = open_of_last(text);
    if (open == 0 || !(ascii::is_blank(text[open - 1]) || text[open - 1] == '>' || text[open - 1] == '"'))
      break;
    text = text.substr(0, open);
    text = ascii::trimmed(text, " \t");
  }
}

bool drop_pair(std::string_view& text, char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close) return false;
  text = text.substr(1, text.size() - 2);
  text = ascii::trimmed(text, " \t");
  return true;
}

void drop_pairs(std::string_view& text) {
  while (drop_pair(text, '"', '"') || drop_pair(text, '<', '>')) drop_comments(text);
}

// White space inside < > is ignored, even within "URL:".
bool drop_url_prefix(std::string_view& text) {
  std::size_t at = 0;
  for (const char wanted : std::string_view("url:")) {
    while (at < text.size() && ascii::is_blank(text[at])) ++at;
    if (at == text.size() || ascii::lower(text[at++]) != wanted) return false;
  }
  text.remove_prefix(at);
  text = ascii::trimmed(text, " \t");
  return true;
}

}  // namespace

BaseBy base_header(std::string_view field_name) {
  // Called for every field of every header; most names begin with another letter than that of a base.
  const char first = field_name.empty() ? '\0' : ascii::lower(field_name.front());
  if (first != 'b' && first != 'c') return BaseBy::kNone;
  for (const LayerKind& kind : kLayerKinds) {
    if (kind.place == Place::kHeading && ascii::equals_ignoring_case(field_name, kind.display_name))
      return kind.by;
  }
  return BaseBy::kNone;
}

FieldValue read_field(BaseBy by, std::string_view raw_value) {
  std::string scratch;
  std::vector<walk::Fold> folds;
  const std::string_view value = walk::unfold(raw_value, scratch, &folds);
  const std::vector<bool> of_folds = white_of_folds(value, folds);
  std::string_view url = value;
  FieldValue out;
  drop_comments(url);
  const bool in_brackets = kind_of(by).wrapper == Wrapper::kUrlInBrackets;
  if (in_brackets) {
    const bool bracketed = drop_pair(url, '<', '>');
    const bool prefixed = drop_url_prefix(url);
    out.malformed = !bracketed || !prefixed;
  } else {
    drop_pairs(url);
    if (drop_url_prefix(url)) drop_pairs(url);
  }
  // An unpaired quote.
  if (url.starts_with('"') || url.ends_with('"')) out.malformed = true;
  const auto start = static_cast<std::size_t>(url.data() - value.data());
  out.span = {start, start + url.size()};
  std::string written;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const bool ignored = in_brackets ? ascii::is_blank(url[i]) : of_folds[start + i];
    if (!ignored && url[i] != '\r' && url[i] != '\n') written += url[i];
  }
  // References are UTF-8, and resolved URLs combine both.
  const charset::Charset undeclared;
  undeclared.append_utf8(value, out.written);
  undeclared.append_utf8(written, out.url);
  return out;
}

}  // namespace mimebase::base
