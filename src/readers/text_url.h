// Which URLs in text readers follow, and where they end.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "readers/profile.h"

namespace mimebase::readers {

// True for what is found in text and not in an attribute.
[[nodiscard]] bool is_in_text(const Seen& seen);

// The same for a reader that shows style sheets as text.
[[nodiscard]] bool is_in_shown_text(const View& view, const Seen& seen);
// False for a link that an HTML parser does not make: in a `select`, or XLink's outside SVG.
[[nodiscard]] bool is_in_its_element(View& view, const Seen& seen);

// True for what is found in CSS.
[[nodiscard]] bool is_css(const Seen& seen);

// True if the URL starts with one of the schemes, which include the colon. Case matters.
[[nodiscard]] bool has_scheme_of(std::string_view url, std::span<const std::string_view> schemes);

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

// The mail address in a reference to a scheme that the reader does not know, as a URL: "cid:a@b" has the
// address "a@b". Empty if there is none.
[[nodiscard]] std::string address_in(std::string_view url);

}  // namespace mimebase::readers
