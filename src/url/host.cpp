#include "url/host.h"

#include <algorithm>

#include "url/split.h"

namespace mimebase::url {

std::string_view host_of(std::string_view absolute_url) {
  const std::size_t scheme = scheme_length(absolute_url, SchemeStart::kAnyCharacter);
  return scheme == 0 ? std::string_view() : host_without_scheme(absolute_url.substr(scheme + 1));
}

std::string_view host_without_scheme(std::string_view reference) {
  std::string_view host = reference;
  if (!host.starts_with("//")) return {};
  host.remove_prefix(2);
  // RFC 1808 lets only a slash end the net_loc, but no host has one of these.
  host = host.substr(0, host.find_first_of("/?#"));
  const std::size_t userinfo = host.rfind('@');
  if (userinfo != std::string_view::npos) host.remove_prefix(userinfo + 1);
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : 0;
  if (bracket == std::string_view::npos) return host;
  return host.substr(0, std::min(host.find(':', bracket), host.size()));
}

}  // namespace mimebase::url
