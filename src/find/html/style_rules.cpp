#include "find/html/style_rules.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include "find/css/token.h"
#include "find/html/names.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// Returns the rank of a simple selector: name characters and at most one "." or "#".
std::optional<StyleRank> rank_of(std::string_view selector) {
  const std::size_t mark = selector.find_first_of(".#");
  const std::string_view type = selector.substr(0, mark);
  const std::string_view name = mark == selector.npos ? std::string_view() : selector.substr(mark + 1);
  if (!std::all_of(type.begin(), type.end(), is_css_name_byte) ||
      !std::all_of(name.begin(), name.end(), is_css_name_byte))
    return std::nullopt;
  if (mark == selector.npos) return type.empty() ? std::nullopt : std::optional(kOfType);
  if (name.empty()) return std::nullopt;
  if (selector[mark] == '#') return type.empty() ? std::optional(kOfId) : std::nullopt;
  return type.empty() ? kOfClass : kOfTypeAndClass;
}

std::string_view next_class(std::string_view& classes) {
  while (!classes.empty() && ascii::is_html_space(classes.front())) classes.remove_prefix(1);
  const std::size_t end = std::min(classes.find_first_of(ascii::kHtmlWhiteSpace), classes.size());
  const std::string_view name = classes.substr(0, end);
  classes.remove_prefix(end);
  return name;
}

}  // namespace

void StyleRules::add_sheet(std::string_view css) {
  static std::atomic<std::uint64_t> sheets = 0;
  identity_ = ++sheets;
  CssRules rules(css);
  std::string_view selectors;
  CssDeclarations declarations({});
  while (rules.next(selectors, declarations)) {
    Style said;
    order_ = std::min(order_ + 1, kRankStep - 1);
    said.declare(declarations, order_);
    rules.end_rule(declarations);
    if (said.is_empty()) continue;
    for (std::size_t at = 0; at <= selectors.size();) {
      const std::size_t end = find_css_stop(selectors, at, ",");
      add(trim_css(selectors.substr(at, end - at)), said);
      at = end + 1;
    }
  }
}

std::uint64_t StyleRules::Names::bit(std::string_view name) {
  if (name.empty()) return 0;
  const auto at = [&](std::size_t i) {
    return std::size_t{static_cast<unsigned char>(ascii::lower(name[i]))};
  };
  return std::uint64_t{1} << ((name.size() * 7 + at(0) * 5 + at(name.size() / 2) * 3 + at(name.size() - 1)) %
                              64);
}

void StyleRules::add(std::string_view selector, const Style& said) {
  const std::optional<StyleRank> rank = rank_of(selector);
  if (!rank) {
    has_other_backgrounds_ = has_other_backgrounds_ || said.has(StyleProperty::kBackground);
    return;
  }
  has_omitted_ = has_omitted_ || rules_.size() >= most_;
  if (has_omitted_) return;
  const std::size_t mark = selector.find_first_of(".#");
  if (mark == selector.npos) {
    types_.add(selector);
  } else {
    marked_.add(selector.substr(mark + 1));
  }
  rules_[ascii::lowered(selector)].apply(said, *rank);
}

void StyleRules::apply_rule(std::string_view selector, Style& style) const {
  if (const auto rule = rules_.find(selector); rule != rules_.end()) style.apply(rule->second);
}

void StyleRules::apply(std::string_view name, std::string_view classes, std::string_view id,
                       Style& style) const {
  if (rules_.empty()) return;
  if (types_.may_have(name)) apply_rule(ascii::lowered(name), style);
  std::string selector;
  for (std::string_view one = next_class(classes); !one.empty(); one = next_class(classes)) {
    if (!marked_.may_have(one)) continue;
    selector.clear();
    ascii::append_lower(name, selector);
    const std::size_t type_bytes = selector.size();
    selector += '.';
    ascii::append_lower(one, selector);
    apply_rule(selector, style);
    apply_rule(std::string_view(selector).substr(type_bytes), style);
  }
  if (marked_.may_have(id)) apply_rule('#' + ascii::lowered(id), style);
}

}  // namespace mimebase::find
