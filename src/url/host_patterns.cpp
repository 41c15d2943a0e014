#include "url/host_patterns.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/glob.h"
#include "url/idna.h"

namespace mimebase::url {
namespace {

// Returns true if only the very same text, in any case, matches the pattern.
bool is_plain(std::string_view pattern) {
  return ascii::is_ascii(pattern) && pattern.find_first_of("*?[\\") == std::string_view::npos;
}

}  // namespace

bool matches_host(const std::string& pattern, std::string_view host) {
  if (matches_glob(pattern, host)) return true;
  if (ascii::is_ascii(pattern) || host.find("xn--") == host.npos) return false;
  std::string unicode;
  return domain_to_unicode(host, unicode) == nullptr && matches_glob(pattern, unicode);
}

HostPatterns::HostPatterns(const std::vector<std::string>& patterns) {
  for (const std::string& pattern : patterns) {
    const std::string_view suffix = pattern.starts_with("*.") ? std::string_view(pattern).substr(2) : "";
    if (is_plain(pattern)) {
      hosts_.insert(ascii::lowered(pattern));
    } else if (!suffix.empty() && is_plain(suffix)) {
      suffixes_.insert(ascii::lowered(suffix));
      longest_suffix_ = std::max(longest_suffix_, suffix.size());
    } else {
      others_.push_back(pattern);
    }
  }
}

bool HostPatterns::match(std::string_view host) const {
  const std::string lower = ascii::lowered(host);
  if (hosts_.contains(lower)) return true;
  const std::size_t first = lower.size() > longest_suffix_ ? lower.size() - longest_suffix_ - 1 : 0;
  for (std::size_t dot = lower.find('.', first); dot != lower.npos; dot = lower.find('.', dot + 1)) {
    if (suffixes_.contains(lower.substr(dot + 1))) return true;
  }
  return std::ranges::any_of(others_,
                             [&](const std::string& pattern) { return matches_host(pattern, host); });
}

}  // namespace mimebase::url
