// Which URLs in text readers follow, and where they end.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "readers/profile.h"

namespace mimebase::readers {

// True for what is found in text and not in an attribute.
[[nodiscard]] bool is_in_text(const Seen& seen);

// True if the URL starts with one of the schemes, which include the colon. Case matters.
[[nodiscard]] bool has_scheme_of(std::string_view url, std::span<const std::string_view> schemes);

// How a reader recognises URLs in text.
struct TextRule {
  std::span<const std::string_view> schemes;  // with the colon; empty: any
  std::string_view dropped;                   // at the end of a URL
  std::string_view ends = {};                 // end a URL; empty: it ends where it was found to end
  std::string_view never_after = {};  // no URL follows these characters, letters and digits; empty: any
  bool ends_at_closing = false;       // at each ")"
  bool finds_www = false;             // in lower case
  bool minds_case = false;            // of the scheme
  bool finds_addresses = false;       // an "@" after another scheme makes a mail address
};
// The URL that a reader with this rule makes of a reference in text; empty if it makes none.
[[nodiscard]] std::string url_in_text(View& view, const Seen& seen, const TextRule& rule);

}  // namespace mimebase::readers
