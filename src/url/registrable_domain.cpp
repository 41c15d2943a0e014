#include "url/registrable_domain.h"

#include "mimebase/domain.h"

#include <libpsl.h>

#include "text/ascii.h"
#include "url/whatwg_host.h"

namespace mimebase::url {
namespace {

// RFC 1035 section 2.3.4. It also limits the work of libpsl, which grows with the square of the number of
// labels.
constexpr std::size_t kMaxNameBytes = 253;

}  // namespace

std::string registrable_domain(std::string_view host) {
  std::string name;
  if (append_host(host, HostKind::kDomain, name) != nullptr) return ascii::lowered(host);
  if (name.ends_with('.')) name.pop_back();
  if (name.size() > kMaxNameBytes || name.starts_with('[') || ends_in_number(name)) return name;
  // The list built into libpsl is read-only and shared by all threads.
  const char* domain = psl_registrable_domain(psl_builtin(), name.c_str());
  return domain != nullptr ? domain : name;
}

std::string_view known_suffix(std::string_view ascii_host) {
  if (ascii_host.empty() || ascii_host.size() > kMaxNameBytes || ends_in_number(ascii_host)) return {};
  const std::string name(ascii_host);
  const char* const suffix = psl_unregistrable_domain(psl_builtin(), name.c_str());
  // Excludes the default rule, which makes the last label a suffix if the list has no rule for it.
  if (suffix == nullptr ||
      psl_is_public_suffix2(psl_builtin(), suffix, PSL_TYPE_ANY | PSL_TYPE_NO_STAR_RULE) == 0)
    return {};
  return ascii_host.substr(static_cast<std::size_t>(suffix - name.c_str()));
}

}  // namespace mimebase::url

namespace mimebase {
inline namespace v0_2 {

std::string registrable_domain(std::string_view host) {
  return url::registrable_domain(host);
}

}  // namespace v0_2
}  // namespace mimebase
