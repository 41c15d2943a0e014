#include "find/css/declarations.h"

#include <algorithm>
#include <array>

#include "find/css/token.h"
#include "text/ascii.h"

namespace mimebase::find {
namespace {

// Bytes that may end a construct, or hide such a byte.
constexpr std::array<bool, 256> kIsSpecial = [] {
  std::array<bool, 256> special{};
  for (const char c : std::string_view("\"'/\\()[]{};, ")) special[static_cast<unsigned char>(c)] = true;
  return special;
}();

bool begins_comment(std::string_view css, std::size_t at) {
  return css.substr(at, 2) == "/*";
}

}  // namespace

std::size_t find_css_stop(std::string_view css, std::size_t at, std::string_view stops) {
  std::size_t open = 0;
  while (true) {
    while (at < css.size() && !kIsSpecial[static_cast<unsigned char>(css[at])]) ++at;
    if (at >= css.size()) return css.size();
    const char c = css[at];
    if (open == 0 && std::find(stops.begin(), stops.end(), c) != stops.end()) return at;
    if (c == ' ' || c == ',' || c == ';') {
      ++at;
    } else if (c == '"' || c == '\'') {
      at = read_css_string(css, at).next;
    } else if (begins_comment(css, at)) {
      at = skip_css_comment(css, at);
    } else {
      if (c == '(' || c == '[' || c == '{') ++open;
      if ((c == ')' || c == ']' || c == '}') && open > 0) --open;
      at += c == '\\' ? 2 : 1;
    }
  }
}

bool CssDeclarations::next() {
  while (at_ < css_.size()) {
    at_ = skip_css_space_and_comments(css_, at_);
    if (at_ >= css_.size() || css_[at_] == '}') break;
    name_ = read_css_name(css_, at_);
    const std::size_t colon = skip_css_space_and_comments(css_, name_.next);
    const bool is_one = name_.size > 0 && colon < css_.size() && css_[colon] == ':';
    const std::size_t value = is_one ? colon + 1 : at_;
    const std::size_t end = find_css_stop(css_, value, ";}");
    at_ = end < css_.size() && css_[end] == ';' ? end + 1 : end;
    if (!is_one) continue;
    raw_ = css_.substr(value, end - value);
    return true;
  }
  at_ = std::min(at_, css_.size());
  return false;
}

CssValue CssDeclarations::value() {
  value_.clear();
  for (std::size_t at = 0; at < raw_.size();) {
    if (begins_comment(raw_, at)) {
      at = skip_css_comment(raw_, at);
    } else {
      value_ += is_css_space(raw_[at]) ? ' ' : ascii::lower(raw_[at]);
      ++at;
    }
  }
  const std::string_view text = trim_css(value_);
  const std::size_t mark = text.rfind('!');
  if (mark == text.npos || trim_css(text.substr(mark + 1)) != "important") return {text, false};
  return {trim_css(text.substr(0, mark)), true};
}

bool CssRules::next(std::string_view& selectors, CssDeclarations& declarations) {
  while (true) {
    at_ = skip_css_space_and_comments(css_, std::min(at_, css_.size()));
    const std::string_view rest = css_.substr(at_);
    if (rest.empty()) return false;
    if (rest.starts_with("<!--")) {  // section 5.4.1: skipped
      at_ += 4;
    } else if (rest.starts_with("-->")) {
      at_ += 3;
    } else if (rest.front() == '@') {
      skip_at_rule();
    } else {
      const std::size_t open = find_css_stop(css_, at_, "{");
      if (open == css_.size()) return false;
      selectors = css_.substr(at_, open - at_);
      declarations = CssDeclarations(css_, open + 1);
      return true;
    }
  }
}

void CssRules::skip_at_rule() {
  at_ = find_css_stop(css_, at_, ";{");
  if (at_ < css_.size() && css_[at_] == '{') at_ = find_css_stop(css_, at_ + 1, "}");
  at_ += 1;
}

}  // namespace mimebase::find
