// Which URLs in text readers follow, and where they end.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "readers/profile.h"

namespace mimebase::readers {

// True for what is found in text and not in an attribute.
[[nodiscard]] bool is_in_text(const Seen& seen);

// How a reader recognises URLs in text.
struct TextRule {
  std::span<const std::string_view> schemes;  // with the colon; empty: any
  std::string_view dropped;                   // at the end of a URL
  bool ends_at_closing = false;               // at each ")"
  bool finds_www = false;                     // in lower case
  bool minds_case = false;                    // of the scheme
};
// The URL that a reader with this rule makes of a reference in text; empty if it makes none.
[[nodiscard]] std::string url_in_text(const Seen& seen, const TextRule& rule);

}  // namespace mimebase::readers
