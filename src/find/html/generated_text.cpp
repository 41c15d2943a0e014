#include "find/html/generated_text.h"

#include <algorithm>
#include <utility>

#include "find/css/declarations.h"
#include "find/css/token.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// What a byte of the text takes: it is copied, decoded and compared several times.
constexpr std::uint64_t kStepsPerByteOfText = 16;

char mark_of(GeneratedText::Place place) {
  return place == GeneratedText::Place::kBefore ? '<' : '>';
}

// Removes "::before" or ":after" from the end of a selector, and returns its mark; 0 if it has neither.
char take_place(std::string_view& selector) {
  for (const auto& [name, place] : {std::pair(std::string_view("before"), GeneratedText::Place::kBefore),
                                    std::pair(std::string_view("after"), GeneratedText::Place::kAfter)}) {
    if (!ascii::ends_with_ignoring_case(selector, name)) continue;
    std::string_view rest = selector.substr(0, selector.size() - name.size());
    if (!rest.ends_with(':')) return 0;
    rest.remove_suffix(rest.ends_with("::") ? 2 : 1);
    selector = rest;
    return mark_of(place);
  }
  return 0;
}

// True for `a`, `.x`, `#x`, `a.x` and `*`.
bool is_simple(std::string_view selector) {
  const auto is_mark = [](char c) { return c == '.' || c == '#'; };
  if (selector == "*") return true;
  return !selector.empty() && !is_mark(selector.back()) && std::ranges::count_if(selector, is_mark) <= 1 &&
         std::ranges::all_of(selector, [&](char c) { return is_css_name_byte(c) || is_mark(c); });
}

}  // namespace

bool GeneratedText::has_text() {
  constexpr std::string_view kProperty = "content";
  for (const std::string_view sheet : sheets_) {
    const auto found = std::search(sheet.begin(), sheet.end(), kProperty.begin(), kProperty.end(),
                                   [](char a, char b) { return ascii::lower(a) == b; });
    if (found != sheet.end()) parse(sheet);
  }
  sheets_.clear();
  return !rules_.empty();
}

void GeneratedText::parse(std::string_view sheet) {
  CssRules rules(sheet);
  std::string_view selectors;
  CssDeclarations declarations({});
  while (rules.next(selectors, declarations)) {
    Value value;
    while (declarations.next()) {
      if (declarations.name() == "content") value = parse_value(declarations.value().text);
    }
    rules.end_rule(declarations);
    if (value.empty()) continue;
    values_.push_back(std::move(value));
    if (!add(selectors)) values_.pop_back();
  }
}

// Adds a list of selectors, with the last value. Returns false if there are none to which it applies.
bool GeneratedText::add(std::string_view selectors) {
  bool is_used = false;
  for (std::size_t at = 0; at <= selectors.size();) {
    const std::size_t end = find_css_stop(selectors, at, ",");
    std::string_view selector = trim_css(selectors.substr(at, end - at));
    at = end + 1;
    const char mark = take_place(selector);
    if (mark == 0 || !is_simple(selector)) continue;
    has_omitted_ = has_omitted_ || rules_.size() >= most_;
    if (has_omitted_) break;
    rules_[ascii::lowered(selector) + mark] = values_.size() - 1;
    is_used = true;
  }
  return is_used;
}

GeneratedText::Value GeneratedText::parse_value(std::string_view css) const {
  constexpr std::string_view kAttribute = "attr(";
  Value value;
  for (std::size_t at = 0; (at = skip_css_space_and_comments(css, at)) < css.size();) {
    Piece piece;
    if (css[at] == '"' || css[at] == '\'') {
      const CssText text = read_css_string(css, at);
      append_css_text(css.substr(text.start, text.end - text.start), charset_, piece.text);
      at = text.next;
    } else if (css.substr(at).starts_with(kAttribute)) {
      const std::size_t start = at + kAttribute.size(), end = std::min(css.find(')', start), css.size());
      piece = {std::string(trim_css(css.substr(start, end - start))), true};
      at = std::min(end + 1, css.size());
    } else {
      return {};  // a counter, an image, a keyword
    }
    if (value.empty() || value.back().is_attribute || piece.is_attribute) {
      value.push_back(std::move(piece));
    } else {
      value.back().text += piece.text;
    }
  }
  return value;
}

bool GeneratedText::charge(std::uint64_t steps) {
  has_omitted_ = has_omitted_ || steps > steps_left_;
  const bool has_steps = steps <= steps_left_;
  steps_left_ -= has_steps ? steps : steps_left_;
  return has_steps;
}

// Returns the value of the most specific rule; null if there is none.
const GeneratedText::Value* GeneratedText::rule_of(const HtmlToken& start_tag, Place place,
                                                   const ValueOf& value_of) {
  const auto rule = [&](const std::string& selector) -> const Value* {
    if (!charge(selector.size())) return nullptr;
    const auto found = rules_.find(ascii::lowered(selector) + mark_of(place));
    return found == rules_.end() ? nullptr : &values_[found->second];
  };
  const std::string name(start_tag.name);
  const Value* value = rule("#" + value_of(start_tag, "id"));
  const std::string classes = value_of(start_tag, "class");
  for (const std::string& type : {name, std::string()}) {
    for (std::size_t at = 0; value == nullptr && steps_left_ > 0 && at < classes.size();) {
      const std::size_t end = std::min(classes.find_first_of(ascii::kHtmlWhiteSpace, at), classes.size());
      value = rule(type + "." + classes.substr(at, end - at));
      at = end + 1;
    }
  }
  if (value == nullptr) value = rule(name);
  return value == nullptr ? rule("*") : value;
}

std::string GeneratedText::text_of(const HtmlToken& start_tag, Place place, const ValueOf& value_of) {
  std::string text;
  const Value* const value = steps_left_ > 0 ? rule_of(start_tag, place, value_of) : nullptr;
  if (value == nullptr) return text;
  for (const Piece& piece : *value) {
    // An attribute is searched for among all of the tag.
    if (piece.is_attribute && !charge(1 + start_tag.attributes.size())) return {};
    const std::string added = piece.is_attribute ? value_of(start_tag, piece.text) : piece.text;
    if (!charge(kStepsPerByteOfText * added.size())) return {};
    text += added;
  }
  return text;
}

}  // namespace mimebase::find
