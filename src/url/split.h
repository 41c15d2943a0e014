// Taking URLs apart: what every rule set begins with, and what the resolvers of RFC 1808 and RFC 3986 share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "mimebase/url.h"

namespace mimebase::url {

// White space around a reference is no part of it, and line breaks and TABs inside come from folding: `text`
// without the space, TAB, CR, LF and FF around it, and without TAB, CR and LF inside. The answer is a view
// into `text`, or into `buffer` where something inside had to go.
[[nodiscard]] std::string_view clean(std::string_view text, std::string& buffer);
// The same, but all C0 controls and spaces around are dropped, as by the URL Standard's basic URL parser.
[[nodiscard]] std::string_view clean_whatwg(std::string_view text, std::string& buffer);

enum class SchemeStart {
  kAnyCharacter,  // RFC 1808 section 2.4.2: a digit or a "+" may begin a scheme
  kLetter,        // RFC 3986 section 3.1
};
// How many characters of `url` before its first colon are a scheme; 0 where it has none.
[[nodiscard]] std::size_t scheme_length(std::string_view url, SchemeStart start);

// Splits as the regular expression of RFC 3986 appendix B does, save that a scheme is one of section 3.1. Its
// authority is the net_loc; there are no params.
[[nodiscard]] Components split_rfc3986(std::string_view url);

// The host of an absolute URL of any rule set, as a view into it: behind the userinfo and before the port, an
// IPv6 address with its brackets, no case changed and nothing decoded. Empty where the URL has none.
[[nodiscard]] std::string_view host_of(std::string_view absolute_url);
// The same of a reference that begins with "//" and so has a host before it has a base; empty for any other.
[[nodiscard]] std::string_view host_without_scheme(std::string_view reference);

// Appends a component behind its delimiter.
inline void append_if(bool present, std::string_view delimiter, std::string_view component,
                      std::string& out) {
  if (present) out.append(delimiter).append(component);
}

// True if a path may lose segments, by any rules.
[[nodiscard]] inline bool may_have_dot_segments(std::string_view path) {
  // A path has fewer dots than slashes.
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
    if (dot == 0 || path[dot - 1] == '/') return true;
  }
  return false;
}

// Puts "/." before a path that begins with "//", where no net_loc stands before it: what follows the two
// slashes would else be read as one, and a relative path must never change the host.
inline void guard_path(std::size_t path_start, std::string& out) {
  if (std::string_view(out).substr(path_start).starts_with("//")) out.insert(path_start, "/.");
}

// The failure of a relative reference against `base`, which is empty or has no scheme.
[[nodiscard]] Error no_base(std::string_view base);

}  // namespace mimebase::url
