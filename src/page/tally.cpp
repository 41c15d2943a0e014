#include "page/tally.h"

#include "text/ascii.h"
#include "text/utf8.h"

namespace mimebase::page {
namespace {

// schemeOf() in assets/data.js follows the same rules.
constexpr std::size_t kMaxSchemeBytes = 40;  // longer ones are ignored
constexpr std::string_view kSchemeCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.";
constexpr std::size_t kMonthBytes = 7;  // "2024-11"
constexpr std::size_t kDayBytes = 10;   // "2024-11-17"
constexpr std::size_t kExampleBytes = 300;

std::string scheme_of(const Link& link) {
  std::string_view url;
  if (link.resolved) {
    url = *link.resolved;
  } else if (link.status == LinkStatus::kPart || link.status == LinkStatus::kMissingPart) {
    url = link.reference;
  }
  const std::size_t end = url.find(':');
  if (end > kMaxSchemeBytes || url.find_first_not_of(kSchemeCharacters) < end) return {};
  return ascii::lowered(url.substr(0, end));
}

// Adds to the group of `key`, or to the one of kOthers if there is no room for another group.
void add_one(Counts& counts, std::string_view key, std::uint64_t count) {
  auto found = counts.find(key);
  if (found == counts.end())
    found = counts.try_emplace(std::string(counts.size() < kMaxCounts ? key : kOthers)).first;
  found->second += count;
}

void add_all(Counts& counts, const Counts& later) {
  for (const auto& [key, count] : later) add_one(counts, key, count);
}

// Groups by a kind, whose number is fixed, and something that mail controls.
template <typename Group>
Group& group_of(std::map<std::pair<std::string, std::string>, Group>& groups, std::size_t most,
                std::pair<std::string, std::string> key) {
  const auto found = groups.find(key);
  if (found != groups.end()) return found->second;
  if (groups.size() >= most) key.second = kOthers;
  return groups[std::move(key)];
}

template <typename Group>
void add_all(std::map<std::pair<std::string, std::string>, Group>& groups, std::size_t most,
             std::map<std::pair<std::string, std::string>, Group>&& later) {
  for (auto& [key, group] : later) {
    Group& to = group_of(groups, most, key);
    const std::uint64_t count = to.count + group.count;
    if (to.count == 0) to = std::move(group);
    to.count = count;
  }
}

Example example_of(const MessageInfo& message, std::string_view part, std::string_view reference) {
  return {std::string(message.source), message.number, std::string(part),
          std::string(utf8::prefix(reference, kExampleBytes)), kept_subject(message)};
}

// Dates of the distant past and future are mistakes.
bool is_plausible(std::string_view day) {
  return day.size() == kDayBytes && day >= "1970-01-01" && day < "2101-01-01" && day[4] == '-';
}

}  // namespace

// A document has none of the fields of mail, so its file is all that names it if it has no title.
std::string kept_subject(const MessageInfo& message) {
  constexpr std::size_t kSubjectBytes = 120;
  const bool is_mail = message.message_id || message.date || message.from || message.offset > 0;
  const std::string_view file = message.source.substr(message.source.find_last_of("/!") + 1);
  const std::string_view subject =
      message.subject.value_or(message.title.value_or(is_mail ? std::string_view() : file));
  std::string kept(utf8::prefix(subject, kSubjectBytes));
  if (kept.size() < subject.size()) kept += "…";
  return kept;
}

void Tally::add_day(const MessageInfo& message) {
  const std::string_view day = message.date.value_or(std::string_view()).substr(0, kDayBytes);
  if (!is_plausible(day)) return;
  if (first_day.empty() || day < first_day) first_day = day;
  if (day > last_day) last_day = day;
}

void Tally::add(const Link& link, std::string_view domain, std::uint64_t count) {
  references += count;
  by_status[static_cast<std::size_t>(link.status)] += count;
  by_layer[static_cast<std::size_t>(link.base.by)] += count;
  add_one(by_scheme, scheme_of(link), count);
  if (!domain.empty()) add_one(by_domain, domain, count);
  add_one(by_month, link.message->date.value_or(std::string_view()).substr(0, kMonthBytes), count);
  if (!link.hidden) return;
  HiddenGroup& group = group_of(hidden, kMaxGroups, {std::string(*link.hidden), std::string(domain)});
  if (group.count == 0) group.first = example_of(*link.message, link.part, link.reference);
  group.count += count;
}

void Tally::add(const Comparison& comparison) {
  ComparedGroup& group = group_of(
      compared, kMaxCompared, {std::string(name_of(comparison.difference)), outcome_group_of(comparison)});
  if (group.count++ > 0) return;
  group.first = example_of(*comparison.message, comparison.part, comparison.reference);
  group.outcomes = outcomes_of(comparison);
}

void Tally::add(Tally&& later) {
  messages += later.messages;
  parts += later.parts;
  references += later.references;
  for (std::size_t i = 0; i < by_status.size(); ++i) by_status[i] += later.by_status[i];
  for (std::size_t i = 0; i < by_layer.size(); ++i) by_layer[i] += later.by_layer[i];
  add_all(by_scheme, later.by_scheme);
  add_all(by_domain, later.by_domain);
  add_all(by_month, later.by_month);
  if (first_day.empty() || (!later.first_day.empty() && later.first_day < first_day))
    first_day = later.first_day;
  if (later.last_day > last_day) last_day = later.last_day;
  add_all(hidden, kMaxGroups, std::move(later.hidden));
  add_all(compared, kMaxCompared, std::move(later.compared));
}

}  // namespace mimebase::page
