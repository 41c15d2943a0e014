// The URL schemes that count in plain text, and what must stand behind their ':' for a URL to begin.
#pragma once

#include <cstddef>
#include <string_view>

#include "ascii.h"

namespace mimebase::find {

// How many bytes behind the ':' are looked at before a URL is taken for one.
inline constexpr std::size_t kMaxShapeBytes = 384;

struct SchemeMatch {
  std::size_t start = 0;        // of the scheme in the run
  std::size_t least_bytes = 0;  // behind the ':' that the URL must have; 0: there is no URL
};

// Looks for the longest known scheme that ends `run` (the bytes before a ':' that a scheme may have) and
// begins at a word boundary in it, and whether `rest`, the first kMaxShapeBytes behind the ':', has its
// shape. With `cut_off`, a letter or digit stands before the run.
[[nodiscard]] SchemeMatch match_scheme(std::string_view run, bool cut_off, std::string_view rest);

// Whether `url`, which has a ':' at scheme_bytes, is one where '<' and '>' say that something is meant:
// `<http:g>`, `<mailto:joe>`, `<any://x>`, and all that match_scheme() takes.
[[nodiscard]] bool is_delimited_url(std::string_view url, std::size_t scheme_bytes);

// A byte of a scheme by RFC 1808 section 2.2.
[[nodiscard]] constexpr bool is_scheme_byte(char c) {
  return ascii::is_alnum(c) || c == '+' || c == '-' || c == '.';
}

}  // namespace mimebase::find
