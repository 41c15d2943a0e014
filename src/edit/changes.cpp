#include "edit/changes.h"

#include <algorithm>
#include <string>
#include <utility>

namespace mimebase::edit {
namespace {

// True if the change lies in `span` or touches it.
bool is_at(const Change& change, Range span) {
  return change.span.start >= span.start ? change.span.start <= span.end : change.span.end > span.start;
}

}  // namespace

void Changes::add(Range span, std::string_view bytes, Change why) {
  why.span = span;
  why.at = bytes_.size();
  why.size = static_cast<std::uint32_t>(bytes.size());
  bytes_.append(bytes);
  changes_.push_back(why);
}

void Changes::add(Changes&& more) {
  if (empty()) return std::swap(*this, more);
  for (const Change& change : more.changes_) add(change.span, more.bytes(change), change);
  more.clear();
}

void Changes::sort() {
  const auto before = [](const Change& a, const Change& b) { return a.span.start < b.span.start; };
  if (!std::is_sorted(changes_.begin(), changes_.end(), before))
    std::stable_sort(changes_.begin(), changes_.end(), before);
}

void Changes::clear() {
  changes_.clear();
  bytes_.clear();
}

void Changes::use_cr_lines() {
  std::replace(bytes_.begin(), bytes_.end(), '\n', '\r');
}

void Changes::double_returns(std::string_view frame) {
  const auto in_message = [frame](std::uint64_t at) {
    constexpr std::string_view kMoved = "\t\t\r\n";
    const bool is_moved = at >= kMoved.size() && frame.substr(at - kMoved.size()).starts_with("\t\t\r\n\r\n");
    return is_moved ? at - 1 : at;
  };
  std::string all;
  for (Change& change : changes_) {
    const std::string_view bytes = this->bytes(change);
    const std::size_t start = all.size();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (bytes.substr(i).starts_with("\r\n") && (i == 0 || bytes[i - 1] != '\r')) {
        if (i > 0 && bytes[i - 1] == '\t') all.pop_back();
        all += '\r';
      }
      all += bytes[i];
    }
    change.span = {in_message(change.span.start), in_message(change.span.end)};
    change.at = start;
    change.size = static_cast<std::uint32_t>(all.size() - start);
  }
  bytes_ = std::move(all);
}

void Changes::move(std::size_t by) {
  for (Change& change : changes_) change.span = {change.span.start + by, change.span.end + by};
}

bool Changes::overlaps(std::size_t size) const {
  std::uint64_t end = 0;
  for (const Change& change : changes_) {
    if (change.span.start < end || change.span.end < change.span.start) return true;
    end = change.span.end;
  }
  return end > size;
}

void Changes::apply(std::string_view bytes, Range span,
                    const std::function<void(std::string_view)>& take) const {
  std::uint64_t at = span.start;
  for (const Change& change : changes_) {
    if (change.span.start < span.start) continue;
    if (change.span.end > span.end) break;
    take(bytes.substr(at, change.span.start - at));
    take(this->bytes(change));
    at = change.span.end;
  }
  take(bytes.substr(at, span.end - at));
}

std::int64_t Changes::growth(Range span) const {
  std::int64_t growth = 0;
  for (const Change& change : changes_) {
    if (change.span.start < span.start || change.span.end > span.end) continue;
    growth += change.size - static_cast<std::int64_t>(change.span.end - change.span.start);
  }
  return growth;
}

bool Changes::touches(Range span) const {
  return std::any_of(changes_.begin(), changes_.end(),
                     [&](const Change& change) { return is_at(change, span); });
}

std::optional<std::uint64_t> Changes::first_in(Range span) const {
  std::optional<std::uint64_t> first;
  for (const Change& change : changes_) {
    if (is_at(change, span)) first = std::min(first.value_or(change.span.start), change.span.start);
  }
  return first;
}

Change Changes::sum() const {
  Change sum = changes_.front();
  sum.references = 0;
  for (const Change& change : changes_) sum.references += change.references;
  return sum;
}

}  // namespace mimebase::edit
