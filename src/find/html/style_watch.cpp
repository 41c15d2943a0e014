#include "find/html/style_watch.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "find/css/token.h"
#include "find/html/style.h"
#include "find/html/style_rules.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

// Maximum number of distinct colours tracked. Beyond it, any two may be equal.
constexpr std::size_t kMaxColors = 64;
// Longer values may hide something: the map of hidden places reads them once, while the watch looks at a
// value again after each colon in it.
constexpr std::size_t kLongValue = 256;

// True if a character reference or an escape may hide relevant text. References to quotes cannot.
bool may_be_escaped(std::string_view css) {
  if (contains(css, '\\')) return true;
  for (std::size_t p = css.find('&'); p != css.npos; p = css.find('&', p + 1)) {
    const std::string_view rest = css.substr(p + 1, 5);
    if (!rest.starts_with("quot;") && !rest.starts_with("amp;") && !rest.starts_with("apos;")) return true;
  }
  return false;
}

bool ends_with_name(std::string_view css, std::string_view name) {
  if (!ascii::ends_with_ignoring_case(css, name)) return false;
  return css.size() == name.size() || !is_css_name_byte(css[css.size() - name.size() - 1]);
}

// The rules of a sheet. Newsletters of one sender have the same sheet again and again: this thread's last one
// is kept.
std::shared_ptr<const StyleRules> rules_of(std::string_view sheet, std::uint64_t most_rules) {
  constexpr std::size_t kMaxKept = std::size_t{64} << 10;
  struct Kept {
    std::string sheet;
    std::uint64_t most_rules = 0;
    std::shared_ptr<const StyleRules> rules;
  };
  thread_local Kept kept;
  if (kept.rules && kept.most_rules == most_rules && kept.sheet == sheet) return kept.rules;
  const auto rules = std::make_shared<StyleRules>(most_rules);
  rules->add_sheet(sheet);
  if (sheet.size() <= kMaxKept) kept = {std::string(sheet), most_rules, rules};
  return rules;
}

bool is_attribute(const HtmlAttribute& attribute, std::string_view name) {
  return ascii::equals_ignoring_case(attribute.name, name);
}

}  // namespace

bool StyleWatch::track_color(std::optional<std::uint32_t> color, bool is_background) {
  if (!color || *color == kUnknownColor || *color == kParentColor) return false;
  if (*color == kTransparent) return !is_background;
  bool is_known = false;
  for (const TrackedColor& tracked : colors_) {
    if (tracked.color != *color) continue;
    if (tracked.is_background != is_background) return true;
    is_known = true;
  }
  if (!is_known && colors_.size() < kMaxColors) colors_.push_back({*color, is_background});
  return colors_.size() == kMaxColors;
}

bool StyleWatch::track(const Style& style) {
  const bool text = style.has(StyleProperty::kColor) && track_color(style[StyleProperty::kColor], false);
  const bool back =
      style.has(StyleProperty::kBackground) && track_color(style[StyleProperty::kBackground], true);
  return text || back || style.may_hide();
}

// Checks the colours in a value. The usual form, a single hex colour, takes a short path.
bool StyleWatch::track_value(std::string_view name, std::string_view rest) {
  const bool is_background = name != "color";
  if (rest.front() == '#') {
    const std::size_t end = std::min(rest.find_first_not_of("0123456789abcdefABCDEF", 1), rest.size());
    const bool is_all = end == rest.size() || rest[end] == ';' || rest[end] == '}';
    if (is_all) return end <= 9 && track_color(color_of_attribute(rest.substr(1, end - 1)), is_background);
  }
  const std::size_t end = rest.substr(0, kLongValue).find_first_of(";}!");
  if (end == rest.npos && rest.size() > kLongValue) return true;
  const std::string value = ascii::lowered(rest.substr(0, end));
  if (contains(value, "/*")) return true;
  Style style;
  style.declare(name, trim_css(value), kHint);
  return track(style);
}

// Decides by the last letter of the property's name and the first of its value, which is enough for most.
bool StyleWatch::declares(std::string_view css, std::size_t colon) {
  std::size_t end = colon;
  while (end > 0 && is_css_space(css[end - 1])) --end;
  std::size_t at = colon + 1;
  while (at < css.size() && is_css_space(css[at])) ++at;
  if (end == 0 || at == css.size()) return false;
  const std::string_view name = css.substr(0, end), value = css.substr(at);
  const char first = ascii::lower(value.front());
  const bool is_zero = first == '0' || first == '.' || first == '+' || first == '-';
  if (first == '/') return true;
  switch (ascii::lower(name.back())) {
    case 'y':
      return (first == 'n' && ends_with_name(name, "display")) ||
             ((first == 'h' || first == 'c') && ends_with_name(name, "visibility")) ||
             (is_zero && ends_with_name(name, "opacity") && begins_with_zero(value.substr(0, 16)));
    case 'e':
      return is_zero && ends_with_name(name, "font-size") && begins_with_zero(value.substr(0, 16));
    case 'h':
      return is_zero && (ends_with_name(name, "width") || ends_with_name(name, "max-width")) &&
             begins_with_zero(value.substr(0, 16));
    case 't':
      if (ends_with_name(name, "font")) return track_value("font", value);
      return is_zero && (ends_with_name(name, "height") || ends_with_name(name, "max-height")) &&
             begins_with_zero(value.substr(0, 16));
    case 'r':
      if (ends_with_name(name, "color")) return track_value("color", value);
      return ends_with_name(name, "background-color") && track_value("background-color", value);
    case 'd':
      return ends_with_name(name, "background") && track_value("background", value);
    default:
      return name.ends_with("*/");
  }
}

bool StyleWatch::may_hide(const HtmlToken& start_tag) {
  for (const HtmlAttribute& attribute : start_tag.attributes) {
    const std::size_t size = attribute.name.size();
    if (size < 5 || size > 7) continue;
    const std::string_view css = attribute.value;
    if (size == 5 && is_attribute(attribute, "style")) {
      for (std::size_t colon = css.find(':'); colon != css.npos; colon = css.find(':', colon + 1)) {
        if (declares(css, colon)) return true;
      }
      if (may_be_escaped(css)) return true;
    } else if (is_attribute(attribute, "hidden") ||
               (is_attribute(attribute, "color") && track_color(color_of_attribute(css), false)) ||
               (is_attribute(attribute, "bgcolor") && track_color(color_of_attribute(css), true))) {
      return true;
    }
  }
  return false;
}

// Many rules hide something only on small screens or in print. Therefore only the effective rules are
// examined closely.
bool StyleWatch::may_hide_by_rule(std::string_view sheet, std::uint64_t most_rules) {
  bool may = may_be_escaped(sheet);
  for (std::size_t colon = sheet.find(':'); colon != sheet.npos; colon = sheet.find(':', colon + 1)) {
    const bool declared = declares(sheet, colon);
    may = may || declared;
  }
  if (!may) return false;
  std::shared_ptr<const StyleRules> rules = rules_of(sheet, most_rules);
  bool hides = !rules->within_limits();
  rules->each([&](const Style& style) {
    const bool may_hide = track(style);
    hides = hides || may_hide;
  });
  if (!rules_of_parsed_) {
    parsed_ = sheet;
    rules_of_parsed_ = std::move(rules);
  }
  return hides;
}

bool StyleWatch::take_rules(std::string_view sheet, StyleRules& rules) {
  if (!rules_of_parsed_ || parsed_.data() != sheet.data() || parsed_.size() != sheet.size()) return false;
  rules = *std::exchange(rules_of_parsed_, nullptr);
  return true;
}

}  // namespace mimebase::find
