// The rules of a document's `style` elements that depend only on the element itself: `p`, `.x`, `#x`,
// `p.x`, and lists of these. Skipped are rules in at-rules (@media, @supports) and rules with
// combinators, several classes, attributes or pseudo-classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "find/html/style.h"

namespace mimebase::find {

// The rules of all style sheets of a document.
class StyleRules {
 public:
  // Keeps at most `most` rules. A typical document has some hundreds.
  explicit StyleRules(std::uint64_t most) : most_(most) {}

  // Adds the text of a `style` element. Later rules win over earlier ones.
  void add_sheet(std::string_view css);

  // Applies the matching rules to `style`. Name, classes and id are as written, in any case (documents
  // without a doctype ignore case).
  void apply(std::string_view name, std::string_view classes, std::string_view id, Style& style) const;

  // True if no sheet has had a rule yet.
  [[nodiscard]] bool is_untouched() const { return order_ == 0; }
  // Equal for equal rules only: a number that every sheet changes. 0 if there has been no sheet.
  [[nodiscard]] std::uint64_t identity() const { return identity_; }
  // Calls `take` with the style of each rule.
  template <typename Take>
  void each(Take take) const {
    for (const auto& [selector, style] : rules_) take(style);
  }
  // True if a skipped rule sets a background. Colours then prove nothing.
  [[nodiscard]] bool has_other_backgrounds() const { return has_other_backgrounds_; }
  // False if there were more rules than are kept.
  [[nodiscard]] bool within_limits() const { return !has_omitted_; }

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

  // By selector in lower case: "p", ".x", "#x", "p.x". A tree, because a hash table could be attacked
  // with colliding keys.
  std::map<std::string, Style, std::less<>> rules_;
  Names types_, marked_;  // `p`; `x` of .x, #x and p.x
  std::uint64_t most_;
  std::uint32_t order_ = 0;  // of the last rule
  std::uint64_t identity_ = 0;
  bool has_other_backgrounds_ = false, has_omitted_ = false;
};

}  // namespace mimebase::find
