// Whether the styles of an HTML document may hide anything at all. Most hide nothing, and then nobody needs a
// HtmlHiddenMap.
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

// Is shown the start tags and style sheets of a document in their order.
class StyleWatch {
 public:
  // True where the element may be hidden, or what is in it; never false where it is.
  [[nodiscard]] bool may_hide(const HtmlToken& start_tag);
  // The same of a sheet's rules, of which so many are looked at.
  [[nodiscard]] bool may_hide_by_rule(std::string_view sheet, std::uint64_t most_rules);
  // Puts the rules of `sheet` into `rules`, as if they had been read from it. Returns false if the watch
  // does not have them: it keeps those of the first sheet that it parsed.
  [[nodiscard]] bool take_rules(std::string_view sheet, StyleRules& rules);

 private:
  [[nodiscard]] bool declares(std::string_view css, std::size_t colon);
  [[nodiscard]] bool see_value(std::string_view name, std::string_view rest);
  [[nodiscard]] bool see(const Style& style);
  [[nodiscard]] bool see_color(std::optional<std::uint32_t> color, bool is_background);

  // Colours of texts and of backgrounds that were there. A colour that is both may hide something.
  struct Seen {
    std::uint32_t color;
    bool is_background;
  };
  std::vector<Seen> colors_;
  std::string_view parsed_;  // a sheet
  std::shared_ptr<const StyleRules> rules_of_parsed_;
};

}  // namespace mimebase::find
