#include "find/html/comment.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "ascii.h"

namespace mimebase::find {
namespace {

// Where the content begins behind "[if ...]>"; npos if the comment does not begin with a condition.
std::size_t behind_condition(std::string_view data) {
  constexpr std::string_view kIf = "[if";
  const auto no_condition = std::string_view::npos;
  if (!ascii::starts_with_ignoring_case(data, kIf)) return no_condition;
  const std::size_t close = data.find('>');
  if (close == data.npos || data[close - 1] != ']') return no_condition;
  return close + 1;
}

bool is_name_byte(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '_' || c == ':';
}

// `<URL:g>`, `<mailto:name>`, `<news:group>`: URLs that look like elements of a namespace.
bool begins_like_url(std::string_view text) {
  constexpr std::string_view kPrefixes[] = {"url:", "mailto:", "news:"};
  return std::any_of(std::begin(kPrefixes), std::end(kPrefixes), [text](std::string_view prefix) {
    return ascii::starts_with_ignoring_case(text, prefix);
  });
}

// True if a tag is at the head of `text`, behind its "<". A remark may have `<http://host/>` and
// `<user@host>` too, which are none.
bool is_tag(std::string_view text) {
  if (text.starts_with('/')) text.remove_prefix(1);
  if (text.empty() || !ascii::is_letter(text.front())) return false;
  std::size_t length = 1;
  while (length < text.size() && is_name_byte(text[length])) ++length;
  if (length == text.size() || begins_like_url(text)) return false;
  const char after = text[length];
  return after == '>' || is_html_space(after) || (after == '/' && text[length - 1] != ':');
}

bool holds_markup(std::string_view text) {
  for (std::size_t p = text.find('<'); p != text.npos; p = text.find('<', p + 1)) {
    if (is_tag(text.substr(p + 1))) return true;
  }
  return false;
}

}  // namespace

HtmlComment html_comment(const HtmlToken& token) {
  if (!token.bytes.starts_with("<!--")) return {};
  const std::size_t content = behind_condition(token.data);
  if (content != std::string_view::npos) return {HtmlCommentKind::kConditional, token.data.substr(content)};
  return {holds_markup(token.data) ? HtmlCommentKind::kMarkup : HtmlCommentKind::kText, token.data};
}

}  // namespace mimebase::find
