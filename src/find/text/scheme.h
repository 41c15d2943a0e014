// The URL schemes recognised in plain text, and the characters required after their ':'.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/ascii.h"

namespace mimebase::find {

struct SchemeMatch {
  std::size_t start = 0;        // offset of the scheme in the run
  std::size_t least_bytes = 0;  // bytes that the URL must have after the ':'; 0: not a URL
};

// Looks for the longest known scheme that ends `run` (the scheme characters before a ':') and starts at a
// word boundary. If there is none, http, https and ftp may follow other letters before "://". Checks that
// `rest`, the bytes after the ':', has the scheme's shape, of which the next ':' is no part. `cut_off` means
// that a letter or digit precedes the run.
[[nodiscard]] SchemeMatch match_scheme(std::string_view run, bool cut_off, std::string_view rest);

// Returns false if the ':' at `colon` certainly ends no scheme of a URL in `text`, also of a defanged one.
[[nodiscard]] bool may_end_scheme(std::string_view text, std::size_t colon);

// Returns whether `url`, whose ':' is at `scheme_bytes`, counts as a URL between '<' and '>': `<http:g>`,
// `<mailto:joe>`, `<any://x>`, and everything that match_scheme() accepts.
[[nodiscard]] bool is_delimited_url(std::string_view url, std::size_t scheme_bytes);

}  // namespace mimebase::find
