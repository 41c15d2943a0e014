#include "page/tally.h"

#include "ascii.h"
#include "utf8.h"

namespace mimebase::page {
namespace {

// schemeOf() in assets/data.js follows the same rules.
constexpr std::size_t kMaxSchemeBytes = 40;  // longer ones are ignored
constexpr std::string_view kSchemeCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.";
constexpr std::size_t kMonthBytes = 7;  // "2024-11"
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

void add_one(Counts& counts, std::string_view key, std::uint64_t count) {
  const auto found = counts.find(key);
  if (found != counts.end()) {
    found->second += count;
  } else {
    counts.emplace(key, count);
  }
}

void add_all(Counts& counts, Counts&& later) {
  counts.merge(later);
  for (const auto& [key, count] : later) counts.find(key)->second += count;  // keys that both have
}

}  // namespace

void Tally::add(const Link& link, std::string_view domain, std::uint64_t count) {
  references += count;
  by_status[static_cast<std::size_t>(link.status)] += count;
  by_layer[static_cast<std::size_t>(link.base.by)] += count;
  add_one(by_scheme, scheme_of(link), count);
  if (!domain.empty()) add_one(by_domain, domain, count);
  add_one(by_month, link.message->date.value_or(std::string_view()).substr(0, kMonthBytes), count);
  if (!link.hidden) return;
  HiddenGroup& group = hidden[{std::string(*link.hidden), std::string(domain)}];
  if (group.count == 0) {
    group.first = {std::string(link.message->source), link.message->number, std::string(link.part),
                   std::string(utf8::prefix(link.reference, kExampleBytes))};
  }
  group.count += count;
}

void Tally::add(const Comparison& comparison) {
  ComparedGroup& group = compared[{std::string(name_of(comparison.difference)), group_of(comparison)}];
  if (group.count++ > 0) return;
  group.first = {std::string(comparison.message->source), comparison.message->number,
                 std::string(comparison.part),
                 std::string(utf8::prefix(comparison.reference, kExampleBytes))};
  group.outcomes = outcomes_of(comparison);
}

void Tally::add(Tally&& later) {
  messages += later.messages;
  parts += later.parts;
  references += later.references;
  for (std::size_t i = 0; i < by_status.size(); ++i) by_status[i] += later.by_status[i];
  for (std::size_t i = 0; i < by_layer.size(); ++i) by_layer[i] += later.by_layer[i];
  add_all(by_scheme, std::move(later.by_scheme));
  add_all(by_domain, std::move(later.by_domain));
  add_all(by_month, std::move(later.by_month));
  hidden.merge(later.hidden);
  for (const auto& [key, group] : later.hidden) hidden.find(key)->second.count += group.count;
  compared.merge(later.compared);
  for (const auto& [key, group] : later.compared) compared.find(key)->second.count += group.count;
}

}  // namespace mimebase::page
