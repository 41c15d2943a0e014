// Decides which rows a run keeps.
#include <fnmatch.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/run.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

template <typename Value>
bool has(const std::vector<Value>& wanted, Value value) {
  return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

// Matches shell patterns. An empty list matches everything.
bool matches(const std::vector<std::string>& patterns, const std::optional<std::string_view>& text) {
  if (patterns.empty()) return true;
  if (!text) return false;
  const std::string subject(*text);
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), subject.c_str(), FNM_CASEFOLD) == 0;
  });
}

}  // namespace

bool passes(const LinkFilter& filter, const Link& link) {
  return has(filter.statuses, link.status) && matches(filter.contexts, link.context) &&
         matches(filter.hosts, link.host);
}

bool passes(const DiagnosticFilter& filter, const Diagnostic& diagnostic) {
  return has(filter.codes, diagnostic.code) && has(filter.severities, diagnostic.severity);
}

}  // namespace v0_2
}  // namespace mimebase
