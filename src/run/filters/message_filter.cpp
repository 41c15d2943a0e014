// Decides which messages a run analyses.
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/run.h"
#include "text/ascii.h"
#include "text/glob.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

using std::chrono::sys_seconds;

// The seconds that a date or date-time covers, both included.
struct DateRange {
  sys_seconds first, last;
};

// Removes exactly `digits` digits, whose value is `least` to `most`.
std::optional<int> take_number(std::string_view& text, std::size_t digits, int least, int most) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(0, digits)) {
    if (!ascii::is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  if (value < least || value > most) return std::nullopt;
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, std::string_view any_of) {
  if (text.empty() || any_of.find(text.front()) == any_of.npos) return false;
  text.remove_prefix(1);
  return true;
}

// The days of "2026-11-23", "2026-11" or "2026".
struct Days {
  std::chrono::sys_days first, end;
  bool is_one = false;  // a time may follow
};

std::optional<Days> take_date(std::string_view& text) {
  using namespace std::chrono;
  const auto year_number = take_number(text, 4, 0, 9999);
  if (!year_number) return std::nullopt;
  const std::chrono::year year(*year_number);
  if (text.empty()) return Days{sys_days(year / 1 / 1), sys_days((year + years(1)) / 1 / 1)};
  if (!take(text, "-")) return std::nullopt;
  const auto month_number = take_number(text, 2, 1, 12);
  if (!month_number) return std::nullopt;
  const year_month month = year / *month_number;
  if (text.empty()) return Days{sys_days(month / 1), sys_days((month + months(1)) / 1)};
  if (!take(text, "-")) return std::nullopt;
  const auto day = take_number(text, 2, 1, 31);
  if (!day || !(month / *day).ok()) return std::nullopt;
  const sys_days date(month / *day);
  return Days{date, date + days(1), true};
}

// "12:00:60": minutes and hours, and a leap second.
std::optional<std::chrono::seconds> take_time(std::string_view& text) {
  const auto hour = take_number(text, 2, 0, 23);
  if (!hour || !take(text, ":")) return std::nullopt;
  const auto minute = take_number(text, 2, 0, 59);
  if (!minute || !take(text, ":")) return std::nullopt;
  const auto second = take_number(text, 2, 0, 60);
  if (!second) return std::nullopt;
  return std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second);
}

// "Z", "+01:00" or nothing.
std::optional<std::chrono::seconds> take_zone(std::string_view& text) {
  if (text.empty() || take(text, "Zz")) return std::chrono::seconds(0);
  const bool is_west = text.front() == '-';
  if (!take(text, "+-")) return std::nullopt;
  const auto hour = take_number(text, 2, 0, 23);
  if (!hour || !take(text, ":")) return std::nullopt;
  const auto minute = take_number(text, 2, 0, 59);
  if (!minute) return std::nullopt;
  const std::chrono::seconds offset = std::chrono::hours(*hour) + std::chrono::minutes(*minute);
  return is_west ? -offset : offset;
}

// RFC 3339 section 5.6. Fractions of a second are dropped.
std::optional<DateRange> parse_date(std::string_view text) {
  const auto days = take_date(text);
  if (!days) return std::nullopt;
  if (text.empty()) return DateRange{days->first, days->end - std::chrono::seconds(1)};
  if (!days->is_one || !take(text, "Tt ")) return std::nullopt;
  const auto time = take_time(text);
  if (!time) return std::nullopt;
  if (take(text, ".")) {
    if (!take_number(text, 1, 0, 9)) return std::nullopt;
    while (take(text, "0123456789")) continue;
  }
  const auto zone = take_zone(text);
  if (!zone || !text.empty()) return std::nullopt;
  const sys_seconds second = days->first + *time - *zone;
  return DateRange{second, second};
}

Error wrong_date(std::string_view date) {
  return {Error::Code::kUsage,
          '"' + std::string(date) +
              "\" is not a date such as 2026-11-23, 2026-11, 2026 or 2026-11-23T12:00:00+01:00"};
}

bool is_in_time(const MessageFilter& filter, const std::optional<std::string_view>& date) {
  if (!filter.since && !filter.until) return true;
  const std::optional<DateRange> range = date ? parse_date(*date) : std::nullopt;
  return range && (!filter.since || range->first >= *filter.since) &&
         (!filter.until || range->first <= *filter.until);
}

}  // namespace

Result<sys_seconds> first_second_of(std::string_view date) {
  const std::optional<DateRange> range = parse_date(date);
  if (!range) return wrong_date(date);
  return range->first;
}

Result<sys_seconds> last_second_of(std::string_view date) {
  const std::optional<DateRange> range = parse_date(date);
  if (!range) return wrong_date(date);
  return range->last;
}

bool passes(const MessageFilter& filter, const MessageInfo& message) {
  const auto matches = [&](const std::string& pattern) { return matches_glob(pattern, *message.from); };
  return (!filter.number || message.number == *filter.number) && is_in_time(filter, message.date) &&
         (filter.froms.empty() ||
          (message.from && std::any_of(filter.froms.begin(), filter.froms.end(), matches)));
}

}  // namespace v0_2
}  // namespace mimebase
