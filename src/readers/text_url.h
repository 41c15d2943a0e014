// Which URLs in text readers follow, and where they end.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "readers/view.h"

namespace mimebase::readers {

// How a reader recognises URLs in text.
struct TextRule {
  std::span<const std::string_view> schemes;  // with the colon; empty: any
  std::string_view dropped;                   // at the end of a URL
  std::string_view balanced = {};  // those of ")}]" that are dropped at the end if the URL does not open them
  std::string_view ends = {};      // end a URL; empty: it ends where it was found to end
  bool ends_at_closing = false;    // at each ")"
  bool finds_www = false;          // in lower case
  bool minds_case = false;         // of the scheme
  bool finds_addresses = false;    // an "@" after another scheme makes a mail address
};
// The URL that a reader with this rule makes of a reference in text; empty if it makes none.
[[nodiscard]] std::string url_in_text(View& view, const Seen& seen, const TextRule& rule);

// The URL that KTextToHTML of KDE's libraries makes of a reference in text; empty if it makes none.
[[nodiscard]] std::string url_in_text_by_kde(View& view, const Seen& seen);

}  // namespace mimebase::readers
