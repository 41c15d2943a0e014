#include "page/outcomes.h"

#include <algorithm>
#include <string_view>

#include "text/utf8.h"
#include "url/defang.h"
#include "url/registrable_domain.h"
#include "url/split.h"

namespace mimebase::page {
namespace {

constexpr std::size_t kOutcomeBytes = 300;

bool is_nothing(const Opens& opens) {
  return !opens.url && !opens.part;
}

bool is_same(const Opens& a, const Opens& b) {
  return a.url == b.url && a.part == b.part;
}

// The domain or host of a target, or what it is instead.
std::string place_of(const Opens& opens, Disagreement difference) {
  if (is_nothing(opens)) return "nothing";
  if (opens.part) return "part";
  const std::string_view host = url::host_of(*opens.url);
  if (host.empty()) return "no-host";
  if (difference != Disagreement::kDomain) return std::string(host);
  if (host.find("[.]") == host.npos) return url::registrable_domain(host);
  return url::defang_host(url::registrable_domain(url::refang_host(host)));
}

// "A" for the first target, "B" for the next other one.
std::string letter_of(const ReaderOpens& row, const std::vector<ReaderOpens>& targets) {
  if (is_nothing(row.opens)) return "nothing";
  const auto found = std::find_if(targets.begin(), targets.end(), [&](const ReaderOpens& target) {
    return is_same(target.opens, row.opens);
  });
  return {static_cast<char>('A' + (found - targets.begin()) % 26)};
}

std::vector<ReaderOpens> targets_of(const Comparison& comparison) {
  std::vector<ReaderOpens> targets;
  for (const ReaderOpens& row : comparison.readers) {
    const bool is_known = std::any_of(targets.begin(), targets.end(), [&](const ReaderOpens& target) {
      return is_same(target.opens, row.opens);
    });
    if (!is_nothing(row.opens) && !is_known) targets.push_back(row);
  }
  return targets;
}

std::string shown(const Opens& opens) {
  if (opens.part) return "part " + std::string(*opens.part);
  if (!opens.url) return "nothing";
  const std::string_view cut = utf8::prefix(*opens.url, kOutcomeBytes);
  return std::string(cut) + (cut.size() < opens.url->size() ? "…" : "");
}

}  // namespace

Outcomes outcomes_of(const Comparison& comparison) {
  Outcomes outcomes;
  for (const ReaderOpens& row : comparison.readers)
    outcomes.emplace_back(name_of(row.reader), shown(row.opens));
  return outcomes;
}

std::string outcome_group_of(const Comparison& comparison) {
  const bool has_places =
      comparison.difference == Disagreement::kDomain || comparison.difference == Disagreement::kHost;
  const std::vector<ReaderOpens> targets = targets_of(comparison);
  std::string group;
  for (const ReaderOpens& row : comparison.readers) {
    group += group.empty() ? "" : " ";
    group += has_places ? place_of(row.opens, comparison.difference) : letter_of(row, targets);
  }
  return group;
}

}  // namespace mimebase::page
