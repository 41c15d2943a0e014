// The table of the forms of permalinks, by host.
#pragma once

#include <span>
#include <string_view>

#include "url/permalink.h"

namespace mimebase::url {

// A row of the table: one form of a scheme's URLs.
struct PermalinkRule {
  PermalinkScheme scheme;
  PermalinkKind kind;
  PermalinkName form;
  // A list separated by spaces; "*.x" matches the hosts below x. Empty: any host, by form.
  std::string_view hosts;
  // The path, and after "?" the parts of a query: see permalink_rules.cpp.
  std::string_view pattern;
  std::string_view source;   // origin of the rule: the program that makes the URLs, or documentation
  std::string_view example;  // a URL that follows the rule
};

// All rows, and those of the URLs of whole lists, whose kind and form mean nothing. They have static storage.
[[nodiscard]] std::span<const PermalinkRule> all_permalink_rules();
[[nodiscard]] std::span<const PermalinkRule> all_archive_rules();

// Returns false if PermalinkRuleList of the host would certainly be empty.
[[nodiscard]] bool may_have_rules(std::string_view host);

// Returns true if an item of PermalinkRule::hosts matches a host.
[[nodiscard]] bool is_host_of(std::string_view host, std::string_view pattern);

// Iterates over the rows of a host, in the order of the table. For most other hosts, the cost is one hash of
// four bytes. An empty host gives the rows for any host.
class PermalinkRuleList {
 public:
  // `host` has no port and no final dot, in any case, and must outlive this object.
  explicit PermalinkRuleList(std::string_view host);
  // Returns the next row, or null at the end. Rows have static storage.
  [[nodiscard]] const PermalinkRule* next();

 private:
  std::string_view host_;
  unsigned entry_;  // 0 is the end
};

}  // namespace mimebase::url
