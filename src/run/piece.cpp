#include "run/piece.h"

#include <algorithm>
#include <utility>

namespace mimebase::run {

void Summary::add(const Diagnostic& diagnostic) {
  const auto [group, is_new] =
      groups_.try_emplace({std::string(name_of(diagnostic.code)), diagnostic.severity,
                           std::string(diagnostic.domain), std::string(diagnostic.other_domain)});
  write::SummaryRow& row = group->second;
  ++row.count;
  if (!is_new) return;
  row.code = name_of(diagnostic.code);
  row.severity = diagnostic.severity;
  row.domain = diagnostic.domain;
  row.other_domain = diagnostic.other_domain;
  row.source = diagnostic.message->source;
  row.message = diagnostic.message->number;
  row.part = diagnostic.part;
  row.detail = diagnostic.detail;
}

void Summary::add(Summary&& later) {
  groups_.merge(later.groups_);
  // merge() leaves the groups that both summaries have.
  for (const auto& [key, row] : later.groups_) groups_.find(key)->second.count += row.count;
  later.groups_.clear();
}

std::vector<write::SummaryRow> Summary::take() {
  std::vector<write::SummaryRow> rows;
  for (auto& [key, row] : std::exchange(groups_, {})) rows.push_back(std::move(row));
  std::stable_sort(rows.begin(), rows.end(), [](const write::SummaryRow& a, const write::SummaryRow& b) {
    return std::pair(a.severity, a.count) > std::pair(b.severity, b.count);
  });
  return rows;
}

}  // namespace mimebase::run
