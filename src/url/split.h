// What the splitters of RFC 1808 and RFC 3986 share, and RFC 3986's own components.
#pragma once

#include <cstddef>
#include <string_view>

namespace mimebase::url {

enum class SchemeStart {
  kAnyCharacter,  // RFC 1808 section 2.4.2: a digit or a "+" may begin a scheme
  kLetter,        // RFC 3986 section 3.1
};

// How many characters of `url` before its first colon are a scheme; 0 where it has none.
[[nodiscard]] std::size_t scheme_length(std::string_view url, SchemeStart start);

// The components of RFC 3986 section 3, as views into the string that was split.
struct Rfc3986Components {
  std::string_view scheme, authority, path, query, fragment;
  bool has_scheme = false, has_authority = false, has_query = false, has_fragment = false;
};

// Splits as the regular expression of RFC 3986 appendix B does, save that a scheme is one of section 3.1.
[[nodiscard]] Rfc3986Components split_rfc3986(std::string_view url);

}  // namespace mimebase::url
