// The style properties of an element that decide whether a reader sees it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "find/css/declarations.h"

namespace mimebase::find {

// The properties that are read. The shorthands `font` and `background` are parsed for the properties they
// set.
enum class StyleProperty : std::uint8_t {
  kDisplay,
  kVisibility,
  kOpacity,
  kFontSize,
  kWidth,
  kMaxWidth,
  kHeight,
  kMaxHeight,
  kOverflow,
  kColor,
  kBackground,
  kCount,
};

// Values of all properties except colours.
enum StyleValue : std::uint32_t {
  kInherited,  // not set by the element itself
  kNoBox,      // display
  kInlineBox,  // display; also tables, which have no height that clips
  kBlockBox,   // display; a box with width and height
  kVisible,    // visibility and overflow
  kInvisible,  // visibility
  kClips,      // overflow
  kZero,       // opacity and sizes
  kRelative,   // font-size: a multiple of the parent's
  kNotZero,    // opacity and sizes
};
// Colours are 0xRRGGBB.
inline constexpr std::uint32_t kTransparent = 0x1000000;
inline constexpr std::uint32_t kUnknownColor = 0x1000001;  // an image, a gradient, or an unknown form
inline constexpr std::uint32_t kParentColor = 0x1000002;   // `inherit`
// Parses a colour. Returns nothing if the text is not a known colour.
[[nodiscard]] std::optional<std::uint32_t> color_of(std::string_view lower);
// The same for an attribute such as `bgcolor`, in any case, where "#" is optional.
[[nodiscard]] std::optional<std::uint32_t> color_of_attribute(std::string_view value);

// Ranks decide between several declarations: the highest wins. An important declaration outranks all
// others. Within a rank the order decides; rules add their order to their rank.
inline constexpr std::uint32_t kRankStep = 1U << 20;
enum StyleRank : std::uint32_t {
  kHint = kRankStep,
  kOfType = 2 * kRankStep,
  kOfClass = 3 * kRankStep,
  kOfTypeAndClass = 4 * kRankStep,
  kOfId = 5 * kRankStep,
  kOfElement = 6 * kRankStep,
  kImportant = 16 * kRankStep,  // added to another rank
};

// True for values that start with a number equal to zero: "0", "0.0px".
[[nodiscard]] bool begins_with_zero(std::string_view value);

// The declarations that apply to one element.
class Style {
 public:
  // A later declaration of the same rank replaces an earlier one.
  void set(StyleProperty property, std::uint32_t value, std::uint32_t rank) {
    const auto at = static_cast<std::size_t>(property);
    if (rank < ranks_[at]) return;
    ranks_[at] = rank;
    values_[at] = value;
  }
  void declare(std::string_view name, std::string_view value, std::uint32_t rank);
  // Applies all declarations of `css`, up to its end or a "}". `!important` raises the rank.
  void declare(CssDeclarations& css, std::uint32_t rank);
  // Applies a style attribute.
  void declare_all(std::string_view css, std::uint32_t rank);
  // Applies the declarations of a rule, with their ranks increased by `raised`.
  void apply(const Style& rule, std::uint32_t raised = 0);

  [[nodiscard]] std::uint32_t operator[](StyleProperty property) const {
    return values_[static_cast<std::size_t>(property)];
  }
  [[nodiscard]] bool has(StyleProperty property) const {
    return ranks_[static_cast<std::size_t>(property)] != 0;
  }
  [[nodiscard]] bool is_empty() const { return ranks_ == std::array<std::uint32_t, kProperties>{}; }
  // True if the element may be hidden by these declarations, apart from colours.
  [[nodiscard]] bool may_hide() const;

 private:
  static constexpr auto kProperties = static_cast<std::size_t>(StyleProperty::kCount);
  std::array<std::uint32_t, kProperties> ranks_ = {};
  std::array<std::uint32_t, kProperties> values_ = {};
};

}  // namespace mimebase::find
