// Shell patterns of hosts (text/glob.h), such as "*.example.org".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "text/for_archive.h"

namespace mimebase::url {

// Returns true if the pattern matches all of `host`, a host as shown_host() returns it. A pattern in Unicode
// is matched with the Unicode form of the host.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool matches_host(const std::string& pattern, std::string_view host);

// A list of patterns, for many hosts. A host that is no pattern, and "*." before one, are looked up, however
// many the list has; others are tried one after another.
class HostPatterns {
 public:
  explicit HostPatterns(const std::vector<std::string>& patterns);
  // Returns true if one of the patterns matches `host`.
  [[nodiscard]] bool match(std::string_view host) const;

 private:
  std::unordered_set<std::string> hosts_, suffixes_;  // in lower case; a suffix is what "*." precedes
  std::size_t longest_suffix_ = 0;
  std::vector<std::string> others_;
};

}  // namespace mimebase::url
