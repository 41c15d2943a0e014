#include "readers/known_hosts.h"

#include "text/ascii.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::readers {
namespace {

bool is_known(std::string_view host) {
  std::string buffer;
  std::string_view name = url::shown_host(host, buffer);
  if (name.ends_with('.')) name.remove_suffix(1);
  if (name.starts_with('[') || url::ends_in_number(name)) return !name.empty();
  const std::string_view suffix = url::known_suffix(name);
  return !suffix.empty() && suffix.size() < name.size();
}

}  // namespace

bool KnownHosts::has(std::string_view host) {
  if (host != host_) {
    host_ = host;
    is_known_ = is_known(host);
  }
  return is_known_;
}

bool KnownHosts::has_host_of(std::string_view url) {
  return has(url::host_of(url));
}

bool KnownHosts::has_mail_host_of(std::string_view url) {
  const std::size_t at = url.find('@');
  if (!ascii::starts_with_ignoring_case(url, "mailto:") || at == url.npos) return false;
  const std::string_view host = url.substr(at + 1);
  return has(host.substr(0, host.find_first_of("?&>")));
}

}  // namespace mimebase::readers
