// Determines the URL that a browser opens for a reference, and how the reference itself names the host, by
// the URL Standard.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mimebase/url.h"

namespace mimebase::check {

// Schemes whose hosts are domains or addresses, and whose slashes may be missing or backslashes: most of the
// Standard's "special" schemes. `scheme` is in lower case.
[[nodiscard]] inline bool is_special(std::string_view scheme) {
  return scheme == "http" || scheme == "https" || scheme == "ftp" || scheme == "ws" || scheme == "wss";
}

// The authority in a reference, as views into it.
struct Authority {
  std::string_view userinfo;  // before the last "@"; empty if there is none
  std::string_view host;      // as written, without the port
  bool is_plain = false;      // exactly "//" follows the scheme, so that any program finds the host
};

// Returns the authority of `reference` by the URL Standard, which also finds one in "\\host", "https:host"
// and "https:///host". Returns nothing if the host comes from the base, or if there is none. `reference` was
// cleaned by url::clean_whatwg(). `base` is absolute or empty.
[[nodiscard]] std::optional<Authority> authority_of(std::string_view reference, std::string_view base);

// Resolves references by the URL Standard, most of them against the same base.
class Opener {
 public:
  Opener();
  // Returns the URL that a browser opens for `reference` in a document with this base, as the Standard
  // serialises it; empty if there is none. A base that is not a URL is ignored, and "//host" is completed
  // with "https:" where there is no base. Valid until the next call.
  [[nodiscard]] const std::string& open(std::string_view reference, std::string_view base);

 private:
  std::string base_, url_;
  Resolver resolver_, without_base_;
};

}  // namespace mimebase::check
