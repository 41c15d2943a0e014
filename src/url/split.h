// Splits URLs: the first step of every rule set, and helpers that RFC 1808 and RFC 3986 share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "mimebase/url.h"
#include "text/for_archive.h"

namespace mimebase::url {

// Drops space, TAB, CR, LF and FF around `text`, which are not part of a reference, and TAB, CR and LF
// inside, which come from folding. Returns a view into `text`, or into `buffer` if something inside was
// dropped.
[[nodiscard]] std::string_view clean(std::string_view text, std::string& buffer);
// As above, but drops all C0 controls and spaces around `text`, as the URL Standard's basic URL parser does.
[[nodiscard]] std::string_view clean_whatwg(std::string_view text, std::string& buffer);

// The characters that a scheme may begin with.
enum class SchemeStart {
  kAnyCharacter,  // RFC 1808 section 2.4.2, which also allows a digit or "+"
  kLetter,        // RFC 3986 section 3.1
};
// The length in bytes of the scheme before the first colon; 0 if there is none.
[[nodiscard]] std::size_t scheme_length(std::string_view url, SchemeStart start);
// Returns true for a URL that begins with a scheme of RFC 3986.
[[nodiscard]] inline bool has_scheme(std::string_view url) {
  return scheme_length(url, SchemeStart::kLetter) > 0;
}
// The scheme in lower case; empty if there is none.
[[nodiscard]] std::string scheme_of(std::string_view url);

// Splits by the regular expression of RFC 3986 appendix B, except that a scheme must conform to section 3.1.
// The authority becomes the net_loc. There are no params.
[[nodiscard]] Components split_rfc3986(std::string_view url);

// The host of an absolute URL of any rule set, as a view into it: without userinfo and port, with the
// brackets of an IPv6 address, in its original case and not decoded. Empty if there is none.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string_view host_of(std::string_view absolute_url);
// The host of a reference that begins with "//", which is known without a base; empty for other references.
[[nodiscard]] std::string_view host_without_scheme(std::string_view reference);

// If `present`, appends the delimiter and the component.
inline void append_if(bool present, std::string_view delimiter, std::string_view component,
                      std::string& out) {
  if (present) out.append(delimiter).append(component);
}

// Returns false if no rule set would remove a segment of the path.
[[nodiscard]] inline bool may_have_dot_segments(std::string_view path) {
  // A path has fewer dots than slashes.
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
    if (dot == 0 || path[dot - 1] == '/') return true;
  }
  return false;
}

// Inserts "/." before a path that begins with "//" and follows no net_loc. Otherwise the text after the
// slashes would be read as a net_loc, and a relative path must never change the host.
inline void guard_path(std::size_t path_start, std::string& out) {
  if (std::string_view(out).substr(path_start).starts_with("//")) out.insert(path_start, "/.");
}

// The error for a relative reference. `base` is empty or has no scheme.
[[nodiscard]] Error no_base(std::string_view base);

}  // namespace mimebase::url
