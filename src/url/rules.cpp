// The rule sets' names, as options and output spell them.
#include "mimebase/url.h"

namespace mimebase {
namespace {

struct NamedRuleSet {
  std::string_view name;
  RuleSet set;
};
constexpr NamedRuleSet kNamedRuleSets[] = {
    {"rfc1808", RuleSet::kRfc1808},
    {"draft-05", RuleSet::kDraft05},
    {"rfc3986", RuleSet::kRfc3986},
    {"whatwg", RuleSet::kWhatwg},
};

}  // namespace

std::optional<RuleSet> rule_set_from_name(std::string_view name) {
  for (const NamedRuleSet& named : kNamedRuleSets) {
    if (named.name == name) return named.set;
  }
  return std::nullopt;
}

std::string_view name_of(RuleSet set) {
  for (const NamedRuleSet& named : kNamedRuleSets) {
    if (named.set == set) return named.name;
  }
  return {};
}

}  // namespace mimebase
