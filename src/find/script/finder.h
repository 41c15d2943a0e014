// The finder of URLs in JavaScript: in `script` elements and event handlers of HTML.
#pragma once

#include <string_view>

#include "find/finder.h"
#include "text/for_archive.h"

namespace mimebase::find {

// Delivers the string literals, and the template literals without substitutions, whose whole text is a URL by
// is_whole_url(), with the context "string". The span is what is written between the quotes; escapes are
// decoded. Strings in comments and regular expressions are skipped as far as these can be distinguished
// without parsing. A string that its line does not close is not one. Takes linear time on any input.
MIMEBASE_FOR_ARCHIVE void find_in_script(const Content& content, Sink& sink);

// Returns false if there is certainly no URL in the strings of a script. A fast check.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool script_may_hold_url(std::string_view script);

// Returns whether the whole text is a URL with a scheme and "//". Line breaks and TABs inside are dropped
// when a URL is resolved; other white space, quotation marks and angle brackets occur in no URL.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool is_whole_url(std::string_view text);

// Whether a `script` with this `type` is JSON that names what browsers load: an import map or speculation
// rules.
[[nodiscard]] bool is_loading_json_type(std::string_view type);

// Whether a `script` with this `type` (null if it has none) is JavaScript.
[[nodiscard]] bool is_javascript_type(const std::string_view* type);

}  // namespace mimebase::find
