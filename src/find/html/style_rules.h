// The rules of a document's `style` elements that need nothing but the element itself: `p`, `.x`, `#x`,
// `p.x`, and lists of these. Rules in at-rules (@media, @supports) and those with combinators, several
// classes, attributes or pseudo-classes are passed over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "find/html/style.h"

namespace mimebase::find {

class StyleRules {
 public:
  // Keeps so many; a document has some hundreds.
  explicit StyleRules(std::uint64_t most) : most_(most) {}

  // The text of a `style`. What comes later has the last word.
  void add_sheet(std::string_view css);

  // Adds to `style` what they say of an element: its name, and its attributes as they are written, in any
  // case (as documents without a doctype have it).
  void apply(std::string_view name, std::string_view classes, std::string_view id, Style& style) const;

  [[nodiscard]] bool is_empty() const { return rules_.empty(); }
  // True if no sheet had a rule so far.
  [[nodiscard]] bool is_untouched() const { return order_ == 0; }
  // True where an element may be hidden for one of them, colours left out of account.
  [[nodiscard]] bool may_hide() const { return may_hide_; }
  // Calls `take` with what each of them says.
  template <typename Take>
  void each(Take take) const {
    for (const auto& [selector, style] : rules_) take(style);
  }
  // True where a rule that was passed over sets a background: colours tell nothing then.
  [[nodiscard]] bool has_other_backgrounds() const { return has_other_backgrounds_; }
  // False where there were more rules than are kept.
  [[nodiscard]] bool within_limits() const { return !has_left_out_; }

 private:
  // A few bits of a set of names: an element that has none of them needs no search.
  struct Names {
    void add(std::string_view name) { bits |= bit(name); }
    [[nodiscard]] bool may_have(std::string_view name) const { return (bits & bit(name)) != 0; }
    [[nodiscard]] static std::uint64_t bit(std::string_view name);
    std::uint64_t bits = 0;
  };

  void add(std::string_view selector, const Style& said);
  void apply_rule(std::string_view selector, Style& style) const;

  // By selector in lower case: "p", ".x", "#x", "p.x". A tree, for no keys collide in it.
  std::map<std::string, Style, std::less<>> rules_;
  Names types_, marked_;  // `p`; `x` of .x, #x and p.x
  std::uint64_t most_;
  std::uint32_t order_ = 0;  // of the last rule
  bool may_hide_ = false, has_other_backgrounds_ = false, has_left_out_ = false;
};

}  // namespace mimebase::find
