// What the filters of a run rejected, which explains an output without rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "mimebase/diagnostics.h"
#include "mimebase/run.h"
#include "text/members.h"

namespace mimebase::run {

// The filters, by option.
enum class FilterKind { kPeriod, kFrom, kStatus, kContext, kHost, kHidden, kKind, kCode, kSeverity };
// "--status"; for kPeriod "--since and --until".
[[nodiscard]] std::string_view name_of(FilterKind kind);

// A filter by a list of names or of patterns.
template <typename Filter, typename Value>
struct ListFilter {
  constexpr ListFilter(FilterKind filter, std::string_view name, std::string_view compared,
                       std::vector<Value> Filter::*given, bool has_patterns = false)
      : kind(filter), option(name), thing(compared), list(given), is_pattern(has_patterns) {}

  FilterKind kind;
  std::string_view option;
  std::string_view thing;  // what it compares
  std::vector<Value> Filter::*list;
  bool is_pattern;
};
// LinkFilter::unwrapped is no filter by itself.
inline constexpr std::tuple kLinkFilters = {
    ListFilter(FilterKind::kStatus, "--status", "status", &LinkFilter::statuses),
    ListFilter(FilterKind::kContext, "--context", "context", &LinkFilter::contexts, true),
    ListFilter(FilterKind::kHost, "--host", "host", &LinkFilter::hosts, true),
    ListFilter(FilterKind::kHidden, "--hidden", "hidden value", &LinkFilter::hidden),
    ListFilter(FilterKind::kKind, "--kind", "kind", &LinkFilter::kinds),
};
inline constexpr std::tuple kDiagnosticFilters = {
    ListFilter(FilterKind::kCode, "--code", "code", &DiagnosticFilter::codes),
    ListFilter(FilterKind::kSeverity, "--severity", "severity", &DiagnosticFilter::severities),
};
static_assert(std::tuple_size_v<decltype(kLinkFilters)> + 1 == member_count<LinkFilter>());
static_assert(std::tuple_size_v<decltype(kDiagnosticFilters)> == member_count<DiagnosticFilter>());

// The results of one filter. Workers count only until they have a row, because a run with rows needs no
// explanation.
struct FilterCount {
  std::uint64_t accepted = 0;  // by this filter alone
  std::uint64_t wider = 0;     // would be accepted with "*" before and after every pattern
  std::uint64_t without = 0;   // have no such value: no date, no From field, no host
  // How often each value occurred: at most kMaxDistinct values, cut off after kMaxValueBytes.
  std::map<std::string, std::uint64_t> values = {};

  static constexpr std::size_t kMaxDistinct = 64, kMaxValueBytes = 256;
};

struct Selection {
  std::uint64_t messages = 0;      // examined
  std::uint64_t numbered = 0;      // of these, accepted by MessageFilter::number
  std::uint64_t selected = 0;      // of these, accepted by all of the MessageFilter
  std::uint64_t candidates = 0;    // links or diagnostics of the selected messages
  std::uint64_t passed = 0;        // of these, accepted by all filters
  std::uint64_t rows = 0;          // of these, written or counted
  std::uint64_t not_searched = 0;  // parts of the selected messages
  std::map<FilterKind, FilterCount> filters = {};
  std::string earliest, latest;  // dates of messages, in UTC; empty if there is none
  // With MessageFilter::number: the source with the most messages.
  std::string largest_source;
  std::uint64_t largest_number = 0;
  bool has_more_sources = false;

  // Adds the selection of other messages.
  void add(const Selection& other);
  // Records the number of a message that was rejected.
  void add_number(std::string_view source, std::uint64_t number);
  // Records a date of RFC 3339.
  void add_date(const std::string& utc_date);
};
// Returns false if a list or text is longer than a worker makes it.
[[nodiscard]] bool is_possible(const Selection& selection);

// Counts what each of the given filters accepts by itself.
class RejectionCounter {
 public:
  explicit RejectionCounter(const LinkFilter& filter);
  explicit RejectionCounter(const DiagnosticFilter& filter);
  explicit RejectionCounter(const MessageFilter& filter);

  // Returns false if the filter accepts everything.
  [[nodiscard]] bool has_filter() const {
    return !links_.empty() || !diagnostics_.empty() || !messages_.empty();
  }
  // Call for rows that the whole filter rejects.
  void add(const Link& link, Selection& selection) const;
  void add(const Diagnostic& diagnostic, Selection& selection) const;
  void add(const MessageInfo& message, Selection& selection) const;

 private:
  template <typename Filter>
  struct Single {
    FilterKind kind;
    Filter filter, wider;  // `wider` has "*" around the patterns; equal to `filter` if it has none
  };
  // Makes a filter of each list that is not empty.
  template <typename Filters, typename Filter>
  static void split(const Filters& filters, const Filter& filter, const Filter& nothing,
                    std::vector<Single<Filter>>& singles);

  std::vector<Single<LinkFilter>> links_;
  std::vector<Single<DiagnosticFilter>> diagnostics_;
  std::vector<Single<MessageFilter>> messages_;
};

// "*paypal*" for "paypal", "paypal*" and "http://paypal/".
[[nodiscard]] std::string wider_pattern(std::string_view pattern);

}  // namespace mimebase::run
