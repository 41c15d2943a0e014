#include "run/driver/piece.h"

#include <algorithm>
#include <utility>

namespace mimebase::run {

namespace {

// Makes room: all further groups of a code and severity share one.
Summary::Key key_within(const Summary::Groups& groups, Summary::Key key, std::size_t most) {
  if (groups.size() < most || groups.contains(key)) return key;
  for (std::string* domain : {&std::get<2>(key), &std::get<3>(key)})
    if (!domain->empty()) *domain = page::kOthers;
  return key;
}

}  // namespace

void Summary::add(const Diagnostic& diagnostic, std::size_t most) {
  const Key key = key_within(groups_,
                             {std::string(name_of(diagnostic.code)), diagnostic.severity,
                              std::string(diagnostic.domain), std::string(diagnostic.other_domain)},
                             most);
  const auto [group, is_new] = groups_.try_emplace(key);
  write::SummaryRow& row = group->second;
  ++row.count;
  if (!is_new) return;
  row.code = name_of(diagnostic.code);
  row.severity = diagnostic.severity;
  row.domain = std::get<2>(key);
  row.other_domain = std::get<3>(key);
  row.source = diagnostic.message->source;
  row.message = diagnostic.message->number;
  row.part = diagnostic.part;
  row.detail = diagnostic.detail;
  row.subject = page::kept_subject(*diagnostic.message);
}

void Summary::add(Summary&& later, std::size_t most) {
  for (auto& [key, row] : later.groups_) {
    const Key within = key_within(groups_, key, most);
    const auto [group, is_new] = groups_.try_emplace(within);
    const std::uint64_t count = group->second.count + row.count;
    if (is_new) group->second = std::move(row);
    group->second.count = count;
    group->second.domain = std::get<2>(within);
    group->second.other_domain = std::get<3>(within);
  }
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
