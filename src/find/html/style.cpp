#include "find/html/style.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "find/css/declarations.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::find {
namespace {

using enum StyleProperty;

struct Keyword {
  std::string_view name;
  std::uint32_t value;
};

template <std::size_t kSize>
std::optional<std::uint32_t> find_keyword(const Keyword (&table)[kSize], std::string_view word) {
  const auto found =
      std::find_if(std::begin(table), std::end(table), [word](const Keyword& k) { return k.name == word; });
  return found != std::end(table) ? std::optional(found->value) : std::nullopt;
}

constexpr Keyword kDisplays[] = {
    {"none", kNoBox},
    {"inline", kInlineBox},
    {"contents", kInlineBox},
    {"block", kBlockBox},
    {"inline-block", kBlockBox},
    {"flex", kBlockBox},
    {"inline-flex", kBlockBox},
    {"grid", kBlockBox},
    {"inline-grid", kBlockBox},
    {"flow-root", kBlockBox},
    {"list-item", kBlockBox},
    {"table", kInlineBox},
    {"inline-table", kInlineBox},
    {"table-cell", kInlineBox},
    {"table-row", kInlineBox},
    {"table-row-group", kInlineBox},
    {"initial", kInlineBox},
    {"revert", kInherited},
    {"unset", kInlineBox},
    {"inherit", kInherited},
};
constexpr Keyword kVisibilities[] = {{"visible", kVisible}, {"hidden", kInvisible},  {"collapse", kInvisible},
                                     {"initial", kVisible}, {"inherit", kInherited}, {"unset", kInherited}};
constexpr Keyword kOverflows[] = {{"visible", kVisible}, {"hidden", kClips}, {"clip", kClips},
                                  {"scroll", kClips},    {"auto", kClips},   {"initial", kVisible}};
constexpr Keyword kFontSizes[] = {{"inherit", kInherited}, {"unset", kInherited},  {"larger", kRelative},
                                  {"smaller", kRelative},  {"xx-small", kNotZero}, {"x-small", kNotZero},
                                  {"small", kNotZero},     {"medium", kNotZero},   {"large", kNotZero},
                                  {"x-large", kNotZero},   {"xx-large", kNotZero}, {"initial", kNotZero}};
constexpr Keyword kColors[] = {{"white", 0xFFFFFF},       {"black", 0x000000},
                               {"red", 0xFF0000},         {"lime", 0x00FF00},
                               {"blue", 0x0000FF},        {"yellow", 0xFFFF00},
                               {"aqua", 0x00FFFF},        {"cyan", 0x00FFFF},
                               {"fuchsia", 0xFF00FF},     {"magenta", 0xFF00FF},
                               {"silver", 0xC0C0C0},      {"gray", 0x808080},
                               {"grey", 0x808080},        {"maroon", 0x800000},
                               {"olive", 0x808000},       {"green", 0x008000},
                               {"purple", 0x800080},      {"teal", 0x008080},
                               {"navy", 0x000080},        {"orange", 0xFFA500},
                               {"ivory", 0xFFFFF0},       {"snow", 0xFFFAFA},
                               {"whitesmoke", 0xF5F5F5},  {"lightgray", 0xD3D3D3},
                               {"lightgrey", 0xD3D3D3},   {"transparent", kTransparent},
                               {"inherit", kParentColor}, {"currentcolor", kParentColor}};

// A number and its unit, such as "0", "-.0" or "00.00px".
struct Size {
  bool is_number = false, is_zero = true;
  std::string_view unit;
};

Size size_of(std::string_view text) {
  Size size;
  std::size_t at = text.find_first_of("+-") == 0 ? 1 : 0;
  bool has_dot = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !has_dot) {
      has_dot = true;
    } else if (ascii::is_digit(text[at])) {
      size.is_number = true;
      size.is_zero = size.is_zero && text[at] == '0';
    } else {
      break;
    }
  }
  size.unit = text.substr(at);
  return size;
}

// Parses a width, a height or an opacity as zero or not zero. Returns nothing for an empty value.
std::optional<std::uint32_t> length_of(std::string_view value) {
  const Size size = size_of(value);
  if (size.is_number) return size.is_zero ? kZero : kNotZero;
  return value.empty() ? std::nullopt : std::optional<std::uint32_t>(kNotZero);
}

std::optional<std::uint32_t> font_size_of(std::string_view value) {
  if (const auto keyword = find_keyword(kFontSizes, value)) return keyword;
  const Size size = size_of(value);
  if (!size.is_number) return std::nullopt;
  if (size.is_zero) return kZero;
  const bool is_relative = size.unit == "em" || size.unit == "%" || size.unit == "ex" || size.unit == "ch";
  return is_relative ? kRelative : kNotZero;
}

// Removes the first word from `text` and returns it. A bracketed expression is part of one word.
std::string_view next_word(std::string_view& text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  const std::size_t end = find_css_stop(text, 0, " ");
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

// Finds the size in a `font` value: the first word that can be one. A nonzero number without a unit is a
// weight.
std::optional<std::uint32_t> font_size_in(std::string_view font) {
  while (!font.empty()) {
    std::string_view word = next_word(font);
    word = word.substr(0, word.find('/'));
    const Size size = size_of(word);
    if (size.is_number && !size.is_zero && size.unit.empty()) continue;
    if (const auto found = font_size_of(word)) return found;
  }
  return std::nullopt;
}

// The words of `background` that are not colours.
constexpr std::string_view kBackgroundWords =
    " none repeat repeat-x repeat-y no-repeat round space center top bottom left right scroll fixed local "
    "cover "
    "contain auto border-box padding-box content-box ";

// Returns the colour in a `background` value. Without one it is transparent; an image may have any
// colour.
std::optional<std::uint32_t> background_in(std::string_view background) {
  std::uint32_t color = kTransparent;
  while (!background.empty()) {
    const std::string_view word = next_word(background);
    const bool is_other = kBackgroundWords.find(' ' + std::string(word) + ' ') != std::string_view::npos ||
                          size_of(word).is_number || word.empty() || word == "/";
    if (is_other) continue;
    const auto found = color_of(word);
    if (found == kUnknownColor) return found;
    color = found.value_or(color);
  }
  return color;
}

std::optional<std::uint32_t> hex_color(std::string_view digits) {
  const bool is_short = digits.size() == 3 || digits.size() == 4;
  if (!is_short && digits.size() != 6 && digits.size() != 8) return std::nullopt;
  std::uint32_t color = 0;
  std::uint32_t alpha = 0;
  const std::size_t each = is_short ? 1 : 2;
  for (std::size_t i = 0; i < digits.size(); i += each) {
    const int high = ascii::hex_value(digits[i]);
    const int low = ascii::hex_value(digits[i + each - 1]);
    if (high < 0 || low < 0) return std::nullopt;
    const auto byte = static_cast<std::uint32_t>(high * 16 + low);
    if (i == 3 * each) {
      alpha = byte + 1;
    } else {
      color = color << 8 | byte;
    }
  }
  return alpha == 1 ? kTransparent : color;
}

// "rgb(255, 255, 255)" or "rgba(0 0 0 / 0)", with integers only.
std::optional<std::uint32_t> rgb_color(std::string_view text) {
  text.remove_prefix(std::min(text.find('(') + 1, text.size()));
  std::uint32_t color = 0;
  int parts = 0;
  while (parts < 4) {
    const std::size_t start = text.find_first_of("0123456789.");
    if (start == text.npos) break;
    text.remove_prefix(start);
    const Size size = size_of(text);
    const std::string_view digits = text.substr(0, text.size() - size.unit.size());
    if (++parts == 4) return size.is_zero ? kTransparent : color;
    std::uint32_t byte = 0;
    for (const char c : digits)
      byte = c == '.' ? 256 : std::min<std::uint32_t>(byte * 10 + static_cast<std::uint32_t>(c - '0'), 256);
    if (byte > 255 || size.unit.starts_with('%')) return kUnknownColor;
    color = color << 8 | byte;
    text = size.unit;
  }
  return parts == 3 ? std::optional(color) : std::nullopt;
}

// Parses the value of a property. Returns nothing for an invalid value, whose declaration is then
// ignored.
using Read = std::optional<std::uint32_t> (*)(std::string_view value);
struct PropertyRow {
  std::string_view name;
  StyleProperty property;
  Read read;
};
constexpr PropertyRow kPropertyRows[] = {
    {"display", kDisplay, [](std::string_view value) { return find_keyword(kDisplays, value); }},
    {"visibility", kVisibility, [](std::string_view value) { return find_keyword(kVisibilities, value); }},
    {"opacity", kOpacity, length_of},
    {"font-size", kFontSize, font_size_of},
    {"font", kFontSize, font_size_in},
    {"width", kWidth, length_of},
    {"max-width", kMaxWidth, length_of},
    {"height", kHeight, length_of},
    {"max-height", kMaxHeight, length_of},
    {"overflow", kOverflow, [](std::string_view value) { return find_keyword(kOverflows, value); }},
    {"color", kColor, color_of},
    {"background-color", kBackground, color_of},
    {"background", kBackground, background_in},
    {"background-image", kBackground,
     [](std::string_view value) {
       return value == "none" ? std::nullopt : std::optional<std::uint32_t>(kUnknownColor);
     }},
};

const PropertyRow* find_property(std::string_view name) {
  for (const PropertyRow& row : kPropertyRows) {
    if (row.name.size() == name.size() && row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace

std::optional<std::uint32_t> color_of(std::string_view lower) {
  if (lower.starts_with('#')) return hex_color(lower.substr(1));
  if (lower.starts_with("rgb")) return rgb_color(lower);
  if (contains(lower, '(')) return kUnknownColor;
  if (const auto known = find_keyword(kColors, lower)) return known;
  // CSS has 148 colour names, and a few keywords such as `initial`.
  return lower.empty() ? std::nullopt : std::optional(kUnknownColor);
}

std::optional<std::uint32_t> color_of_attribute(std::string_view value) {
  constexpr std::size_t kLongest = 32;  // no colour is longer
  const std::string lower = ascii::lowered(ascii::trim_html_space(value).substr(0, kLongest));
  if (const auto digits = hex_color(lower)) return digits;
  return color_of(lower);
}

bool begins_with_zero(std::string_view value) {
  const Size size = size_of(value);
  return size.is_number && size.is_zero;
}

void Style::declare(std::string_view name, std::string_view value, std::uint32_t rank) {
  const PropertyRow* const row = find_property(name);
  if (row == nullptr) return;
  if (const std::optional<std::uint32_t> read = row->read(value)) set(row->property, *read, rank);
}

void Style::declare(CssDeclarations& css, std::uint32_t rank) {
  while (css.next()) {
    const PropertyRow* const row = find_property(css.name());
    if (row == nullptr) continue;
    const CssValue value = css.value();
    if (const std::optional<std::uint32_t> read = row->read(value.text))
      set(row->property, *read, rank + (value.is_important ? kImportant : 0U));
  }
}

void Style::declare_all(std::string_view css, std::uint32_t rank) {
  CssDeclarations declarations(css);
  declare(declarations, rank);
}

void Style::apply(const Style& rule, std::uint32_t raised) {
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    if (rule.ranks_[i] != 0) set(static_cast<StyleProperty>(i), rule.values_[i], rule.ranks_[i] + raised);
  }
}

bool Style::may_hide() const {
  const auto is = [this](StyleProperty property, std::uint32_t value) {
    return has(property) && (*this)[property] == value;
  };
  return is(kDisplay, kNoBox) || is(kVisibility, kInvisible) || is(kOpacity, kZero) || is(kFontSize, kZero) ||
         is(kWidth, kZero) || is(kHeight, kZero) || is(kMaxWidth, kZero) || is(kMaxHeight, kZero) ||
         is(kColor, kTransparent);
}

}  // namespace mimebase::find
