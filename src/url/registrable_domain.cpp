#include "url/registrable_domain.h"

#include <libpsl.h>

#include "url/whatwg_host.h"
#include "url/whatwg_ip.h"

namespace mimebase::url {
namespace {

// RFC 1035 section 2.3.4. It also bounds the work of libpsl, which grows with the square of the labels.
constexpr std::size_t kMaxNameBytes = 253;

std::string lower(std::string_view host) {
  std::string out(host);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return out;
}

}  // namespace

std::string registrable_domain(std::string_view host) {
  std::string name;
  // Percent-encoding takes three bytes for one.
  if (host.size() > kMaxNameBytes * 3 || append_host(host, HostKind::kDomain, name) != nullptr)
    return lower(host);
  if (name.ends_with('.')) name.pop_back();
  if (name.size() > kMaxNameBytes || name.starts_with('[') || ends_in_number(name)) return name;
  // The list that libpsl was built with: it is read-only and shared by all threads.
  const char* domain = psl_registrable_domain(psl_builtin(), name.c_str());
  return domain != nullptr ? domain : name;
}

}  // namespace mimebase::url
