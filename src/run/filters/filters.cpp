// Decides which rows a run keeps.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/run.h"
#include "text/ascii.h"
#include "text/glob.h"
#include "url/host_patterns.h"
#include "url/split.h"
#include "url/whatwg_host.h"
#include "write/columns.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

template <typename Value>
bool has(const std::vector<Value>& wanted, Value value) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

// Matches shell patterns. An empty list matches everything.
bool matches(const std::vector<std::string>& patterns, std::string_view text) {
  return patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
           return matches_glob(pattern, text);
         });
}

bool matches_hosts(const std::vector<std::string>& patterns, const std::optional<std::string_view>& host) {
  if (patterns.empty()) return true;
  return host && std::any_of(patterns.begin(), patterns.end(),
                             [&](const std::string& pattern) { return url::matches_host(pattern, *host); });
}

// Matches the host of the URL that was unwrapped, if one is known, else the link's host.
bool matches_unwrapped_host(const std::vector<std::string>& patterns, const Link& link) {
  if (!link.unwrapped || patterns.empty()) return matches_hosts(patterns, link.host);
  std::string buffer;
  return matches_hosts(patterns, url::shown_host(url::host_of(*link.unwrapped), buffer));
}

constexpr std::string_view kNotHidden = "none";

}  // namespace

bool passes(const LinkFilter& filter, const Link& link) {
  return has(filter.statuses, link.status) && matches(filter.contexts, link.context) &&
         has(filter.kinds, link.kind) &&
         (filter.unwrapped ? matches_unwrapped_host(filter.hosts, link)
                           : matches_hosts(filter.hosts, link.host)) &&
         has(filter.hidden, std::string(link.hidden.value_or(kNotHidden)));
}

std::vector<std::string_view> hidden_kinds() {
  std::vector<std::string_view> kinds = write::hidden_values();
  kinds.push_back(kNotHidden);
  return kinds;
}

bool passes(const DiagnosticFilter& filter, const Diagnostic& diagnostic) {
  return has(filter.codes, diagnostic.code) && has(filter.severities, diagnostic.severity);
}

}  // namespace v0_2
}  // namespace mimebase
