// The forms in which people write URLs so that no program opens them: "hxxps[://]evil[.]example".
//
// The finder of text recognises these forms, and refang() replaces them. A form that is added to a table here
// is known to both.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "text/ascii.h"

namespace mimebase::defanged {

// A form as written, and the live text that it stands for.
struct Mark {
  std::string_view written, live;
};

// In any case. "h**p" and the like come from bulletins that mask letters.
inline constexpr Mark kSchemes[] = {
    {"hxxp", "http"}, {"hxxps", "https"}, {"hxtp", "http"}, {"hxtps", "https"},
    {"htxp", "http"}, {"htxps", "https"}, {"h**p", "http"}, {"h**ps", "https"},
    {"fxp", "ftp"},   {"fxps", "ftps"},   {"f*p", "ftp"},   {"sfxp", "sftp"},
};
inline constexpr std::string_view kLiveSchemes[] = {"http", "https", "ftp", "ftps", "sftp"};
inline constexpr std::size_t kLongestScheme = 6;

// Between the scheme and the host. Longer forms precede those that they begin with.
inline constexpr Mark kSeparators[] = {
    {"[://]", "://"}, {"(://)", "://"}, {"{://}", "://"},   {"[:]//", "://"},   {"(:)//", "://"},
    {"{:}//", "://"}, {":[//]", "://"}, {"[:\\\\]", "://"}, {"[:]\\\\", "://"},
};
// In a host.
inline constexpr Mark kDots[] = {
    {"[.]", "."},   {"(.)", "."},   {"{.}", "."}, {"[dot]", "."},
    {"(dot)", "."}, {"{dot}", "."}, {"[.", "."},  {".]", "."},
};
// In the domain of a mailto: URL, and anywhere else in a URL. "(.)" in a path may be a regular expression.
inline constexpr Mark kAts[] = {{"[@]", "@"}, {"(@)", "@"}, {"{@}", "@"}, {"[at]", "@"}, {"(at)", "@"}};
inline constexpr Mark kAnywhere[] = {
    {"[.]", "."}, {"[dot]", "."}, {"[:]", ":"}, {"[/]", "/"}, {"[@]", "@"}, {"[at]", "@"},
};

// Returns the first form of a table that `text` begins with, or null.
template <std::size_t kSize>
constexpr const Mark* mark_at(std::string_view text, const Mark (&table)[kSize]) {
  const auto* found = std::find_if(table, table + kSize, [text](const Mark& mark) {
    return ascii::starts_with_ignoring_case(text, mark.written);
  });
  return found == table + kSize ? nullptr : found;
}

// Returns the live form of a scheme that is written defanged, or an empty view.
constexpr std::string_view live_scheme(std::string_view scheme) {
  for (const Mark& mark : kSchemes) {
    if (scheme.size() == mark.written.size() && ascii::starts_with_ignoring_case(scheme, mark.written))
      return mark.live;
  }
  return {};
}

constexpr bool is_live_scheme(std::string_view scheme) {
  return std::any_of(std::begin(kLiveSchemes), std::end(kLiveSchemes), [scheme](std::string_view live) {
    return scheme.size() == live.size() && ascii::starts_with_ignoring_case(scheme, live);
  });
}

// The separator at the start of a text. "://" and ":\\" are no marks: live URLs have them too.
struct Separator {
  std::size_t bytes = 0;
  bool is_mark = false;
};
constexpr std::optional<Separator> separator_at(std::string_view text) {
  if (const Mark* mark = mark_at(text, kSeparators)) return Separator{mark->written.size(), true};
  if (text.starts_with("://") || text.starts_with(":\\\\")) return Separator{3, false};
  return std::nullopt;
}

}  // namespace mimebase::defanged
