// Detects whether the styles of an HTML document may hide anything at all. Most hide nothing, and then no
// HtmlHiddenMap is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "find/html/style.h"
#include "find/html/style_rules.h"
#include "find/html/tokenizer.h"

namespace mimebase::find {

// Receives the start tags and style sheets of a document in order.
class StyleWatch {
 public:
  // Returns true if the element or its content may be hidden. Never false if one of them is.
  [[nodiscard]] bool may_hide(const HtmlToken& start_tag);
  // The same for the rules of a style sheet. Examines at most `most_rules`.
  [[nodiscard]] bool may_hide_by_rule(std::string_view sheet, std::uint64_t most_rules);
  // Copies the rules of `sheet` to `rules`, as if parsed from it. Returns false if the watch does not have
  // them: it keeps only those of the first sheet that it parsed.
  [[nodiscard]] bool take_rules(std::string_view sheet, StyleRules& rules);

 private:
  [[nodiscard]] bool declares(std::string_view css, std::size_t colon);
  [[nodiscard]] bool track_value(std::string_view name, std::string_view rest);
  [[nodiscard]] bool track(const Style& style);
  [[nodiscard]] bool track_color(std::optional<std::uint32_t> color, bool is_background);

  // Text and background colours seen so far. A colour used for both may hide text.
  struct TrackedColor {
    std::uint32_t color;
    bool is_background;
  };
  std::vector<TrackedColor> colors_;
  std::string_view parsed_;  // the sheet that was parsed
  std::shared_ptr<const StyleRules> rules_of_parsed_;
};

}  // namespace mimebase::find
