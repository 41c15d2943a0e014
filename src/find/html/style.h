// What styles say of an element, as far as it decides whether a reader sees it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "find/css/declarations.h"

namespace mimebase::find {

// The properties that are read; `font` and `background` are taken apart.
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

// Values, but for colours.
enum StyleValue : std::uint32_t {
  kInherited,  // says nothing of its own
  kNoBox,      // display
  kInlineBox,  // display: and tables, which have no height that clips
  kBlockBox,   // display: what has a width and a height
  kVisible,    // visibility, overflow
  kInvisible,  // visibility
  kClips,      // overflow
  kZero,       // opacity and sizes
  kRelative,   // font-size: a multiple of that around it
  kNotZero,    // opacity and sizes
};
// Colours are 0xRRGGBB.
inline constexpr std::uint32_t kTransparent = 0x1000000;
inline constexpr std::uint32_t kUnknownColor = 0x1000001;  // an image, a gradient, and what is not read
inline constexpr std::uint32_t kParentColor = 0x1000002;   // `inherit`
// Nothing where the text is no colour that is known.
[[nodiscard]] std::optional<std::uint32_t> color_of(std::string_view lower);
// The same of an attribute like `bgcolor`, in any case, where "#" may be left out.
[[nodiscard]] std::optional<std::uint32_t> color_of_attribute(std::string_view value);

// Which of several declarations counts: the one of the highest rank. An important one is before all others;
// of the same rank the order counts, which rules add to theirs.
inline constexpr std::uint32_t kRankStep = 1U << 20;
enum StyleRank : std::uint32_t {
  kHint = kRankStep,
  kOfType = 2 * kRankStep,
  kOfClass = 3 * kRankStep,
  kOfTypeAndClass = 4 * kRankStep,
  kOfId = 5 * kRankStep,
  kOfElement = 6 * kRankStep,
  kImportant = 16 * kRankStep,  // is added to another
};

// "0", "0.0px": what is no size at all.
[[nodiscard]] bool begins_with_zero(std::string_view value);

// What was declared of one element.
class Style {
 public:
  // A later declaration of the same rank takes the place of an earlier one.
  void set(StyleProperty property, std::uint32_t value, std::uint32_t rank) {
    const auto at = static_cast<std::size_t>(property);
    if (rank < ranks_[at]) return;
    ranks_[at] = rank;
    values_[at] = value;
  }
  void declare(std::string_view name, std::string_view value, std::uint32_t rank);
  // All that `css` says, up to its end or a "}": its importance raises the rank.
  void declare(CssDeclarations& css, std::uint32_t rank);
  // A style attribute.
  void declare_all(std::string_view css, std::uint32_t rank);
  // What a rule says, whose ranks are so much higher here.
  void apply(const Style& rule, std::uint32_t raised = 0);

  [[nodiscard]] std::uint32_t operator[](StyleProperty property) const {
    return values_[static_cast<std::size_t>(property)];
  }
  [[nodiscard]] bool has(StyleProperty property) const {
    return ranks_[static_cast<std::size_t>(property)] != 0;
  }
  [[nodiscard]] bool is_empty() const { return ranks_ == std::array<std::uint32_t, kProperties>{}; }
  // True where an element may be hidden for it, colours left out of account.
  [[nodiscard]] bool may_hide() const;

 private:
  static constexpr auto kProperties = static_cast<std::size_t>(StyleProperty::kCount);
  std::array<std::uint32_t, kProperties> ranks_ = {};
  std::array<std::uint32_t, kProperties> values_ = {};
};

}  // namespace mimebase::find
