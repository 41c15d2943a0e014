#include "run/filters/selection.h"

#include <algorithm>
#include <utility>

#include "run/commands/command.h"
#include "text/utf8.h"
#include "url/split.h"
#include "url/whatwg_host.h"
#include "write/column.h"

namespace mimebase::run {

std::string_view name_of(FilterKind kind) {
  if (kind == FilterKind::kPeriod) return "--since and --until";
  if (kind == FilterKind::kFrom) return "--from";
  std::string_view name;
  write::for_each(std::tuple_cat(kLinkFilters, kDiagnosticFilters), [&](const auto& each) {
    if (each.kind == kind) name = each.option;
  });
  return name;
}

namespace {

void add_value(std::map<std::string, std::uint64_t>& values, std::string_view value, std::uint64_t count) {
  std::string key(utf8::prefix(value, FilterCount::kMaxValueBytes));
  const auto known = values.find(key);
  if (known != values.end()) {
    known->second += count;
  } else if (values.size() < FilterCount::kMaxDistinct) {
    values.emplace(std::move(key), count);
  }
}

}  // namespace

void Selection::add(const Selection& other) {
  messages += other.messages;
  numbered += other.numbered;
  selected += other.selected;
  candidates += other.candidates;
  passed += other.passed;
  rows += other.rows;
  not_searched += other.not_searched;
  for (const auto& [kind, count] : other.filters) {
    FilterCount& sum = filters[kind];
    sum.accepted += count.accepted;
    sum.wider += count.wider;
    sum.without += count.without;
    for (const auto& [value, times] : count.values) add_value(sum.values, value, times);
  }
  for (const std::string* date : {&other.earliest, &other.latest}) {
    if (!date->empty()) add_date(*date);
  }
  if (!other.largest_source.empty()) add_number(other.largest_source, other.largest_number);
  has_more_sources = has_more_sources || other.has_more_sources;
}

void Selection::add_number(std::string_view source, std::uint64_t number) {
  has_more_sources = has_more_sources || (!largest_source.empty() && source != largest_source);
  if (number <= largest_number) return;
  largest_number = number;
  if (source != largest_source) largest_source = source;
}

void Selection::add_date(const std::string& utc_date) {
  if (earliest.empty() || utc_date < earliest) earliest = utc_date;
  if (utc_date > latest) latest = utc_date;
}

bool is_possible(const Selection& selection) {
  constexpr std::size_t kMaxDateBytes = 64;
  return selection.earliest.size() <= kMaxDateBytes && selection.latest.size() <= kMaxDateBytes &&
         std::all_of(selection.filters.begin(), selection.filters.end(), [](const auto& filter) {
           const auto& values = filter.second.values;
           return values.size() <= FilterCount::kMaxDistinct &&
                  std::all_of(values.begin(), values.end(), [](const auto& value) {
                    return value.first.size() <= FilterCount::kMaxValueBytes;
                  });
         });
}

std::string wider_pattern(std::string_view pattern) {
  if (const std::string_view host = url::host_of(pattern);
      pattern.find("://") != pattern.npos && !host.empty())
    pattern = host;  // --host got a URL
  while (pattern.starts_with('*')) pattern.remove_prefix(1);
  while (pattern.ends_with('*') && !pattern.ends_with("\\*")) pattern.remove_suffix(1);
  return "*" + std::string(pattern) + "*";
}

namespace {

std::vector<std::string> wider_patterns(const std::vector<std::string>& patterns) {
  std::vector<std::string> wider;
  for (const std::string& pattern : patterns) wider.push_back(wider_pattern(pattern));
  return wider;
}

// The value by which a filter judges; nothing if there is none. It is valid until the next call with the same
// buffer.
std::optional<std::string_view> value_of(FilterKind kind, const LinkFilter& filter, const Link& link,
                                         std::string& buffer) {
  switch (kind) {
    case FilterKind::kStatus:
      return name_of(link.status);
    case FilterKind::kContext:
      return link.context;
    case FilterKind::kHost:
      if (filter.unwrapped && link.unwrapped) return url::shown_host(url::host_of(*link.unwrapped), buffer);
      return link.host;
    case FilterKind::kHidden:
      return link.hidden.value_or("none");
    default:
      return name_of(link.kind);
  }
}

template <typename Filter, typename Row>
void count(FilterCount& counted, const Filter& filter, const Filter& wider, const Row& row,
           const std::optional<std::string_view>& value) {
  if (passes(filter, row)) {
    ++counted.accepted;
  } else if (passes(wider, row)) {
    ++counted.wider;
  }
  if (value) {
    add_value(counted.values, *value, 1);
  } else {
    ++counted.without;
  }
}

}  // namespace

RejectionCounter::RejectionCounter(const LinkFilter& filter) {
  LinkFilter nothing;
  nothing.unwrapped = filter.unwrapped;
  split(kLinkFilters, filter, nothing, links_);
}

RejectionCounter::RejectionCounter(const DiagnosticFilter& filter) {
  split(kDiagnosticFilters, filter, {}, diagnostics_);
}

template <typename Filters, typename Filter>
void RejectionCounter::split(const Filters& filters, const Filter& filter, const Filter& nothing,
                             std::vector<Single<Filter>>& singles) {
  write::for_each(filters, [&](const auto& each) {
    const auto& list = filter.*each.list;
    if (list.empty()) return;
    Single<Filter>& single = singles.emplace_back(Single<Filter>{each.kind, nothing, nothing});
    single.filter.*each.list = single.wider.*each.list = list;
    if constexpr (std::is_convertible_v<decltype(list), const std::vector<std::string>&>) {
      if (each.is_pattern) single.wider.*each.list = wider_patterns(list);
    }
  });
}

RejectionCounter::RejectionCounter(const MessageFilter& filter) {
  if (filter.since || filter.until) {
    MessageFilter period;
    period.since = filter.since;
    period.until = filter.until;
    messages_.push_back({FilterKind::kPeriod, period, period});
  }
  if (!filter.froms.empty()) {
    MessageFilter from, wider;
    from.froms = filter.froms;
    wider.froms = wider_patterns(filter.froms);
    messages_.push_back({FilterKind::kFrom, std::move(from), std::move(wider)});
  }
}

void RejectionCounter::add(const Link& link, Selection& selection) const {
  std::string buffer;
  for (const auto& each : links_)
    count(selection.filters[each.kind], each.filter, each.wider, link,
          value_of(each.kind, each.filter, link, buffer));
}

void RejectionCounter::add(const Diagnostic& diagnostic, Selection& selection) const {
  for (const auto& each : diagnostics_)
    count(selection.filters[each.kind], each.filter, each.wider, diagnostic,
          std::optional(each.kind == FilterKind::kCode ? name_of(diagnostic.code)
                                                       : name_of(diagnostic.severity)));
}

void RejectionCounter::add(const MessageInfo& message, Selection& selection) const {
  for (const auto& each : messages_) {
    FilterCount& counted = selection.filters[each.kind];
    if (each.kind == FilterKind::kFrom) {
      count(counted, each.filter, each.wider, message, message.from);
      continue;
    }
    counted.accepted += passes(each.filter, message) ? 1 : 0;
    const Result<std::chrono::sys_seconds> date = first_second_of(message.date.value_or(""));
    counted.without += date ? 0 : 1;
    if (date) selection.add_date(utc_date(*date));
  }
}

}  // namespace mimebase::run
