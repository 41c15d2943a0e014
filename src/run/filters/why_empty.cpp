#include "run/filters/why_empty.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "text/edit_distance.h"
#include "text/numbers.h"
#include "text/strings.h"
#include "write/column.h"
#include "write/shown_text.h"

namespace mimebase::run {
namespace {

// "no link of 23 has", "the only link does not have".
std::string none_has(std::uint64_t count, std::string_view noun) {
  return count == 1 ? fmt::format("the only {} does not have", noun)
                    : fmt::format("no {} of {} has", noun, count);
}

// A word as a shell takes it.
std::string in_quotes(std::string_view word) {
  return "'" + replaced(word, "'", "'\\''") + "'";
}

// "a", "a or b", "a, b or c".
std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text.append(i == 0 ? "" : i + 1 < names.size() ? ", " : " or ").append(names[i]);
  return text;
}

const std::vector<std::string>& names_of(const std::vector<std::string>& names) {
  return names;
}

template <typename T>
std::vector<std::string> names_of(const std::vector<T>& values) {
  std::vector<std::string> names;
  for (const T& value : values) names.emplace_back(name_of(value));
  return names;
}

std::vector<std::string> in_quotes(const std::vector<std::string>& patterns) {
  std::vector<std::string> words;
  for (const std::string& pattern : patterns) words.push_back(in_quotes(pattern));
  return words;
}

// "; found: absolute (20), part (3)": the most frequent values or, for a pattern, the nearest ones.
std::string present(const FilterCount& count, const std::vector<std::string>& patterns) {
  constexpr std::size_t kMaxShown = 4, kMaxColumns = 60;
  using Value = std::pair<std::string, std::uint64_t>;
  std::vector<Value> values(count.values.begin(), count.values.end());
  const auto distance = [&](const Value& value) {
    std::size_t least = 0;
    for (const std::string& pattern : patterns) {
      const std::size_t far = edit_distance(pattern, value.first);
      least = &pattern == &patterns.front() ? far : std::min(least, far);
    }
    return least;
  };
  std::stable_sort(values.begin(), values.end(), [&](const Value& a, const Value& b) {
    return patterns.empty() ? a.second > b.second : distance(a) < distance(b);
  });
  std::string text;
  for (std::size_t i = 0; i < std::min(values.size(), kMaxShown); ++i) {
    std::string shown;
    write::append_shortened(values[i].first, kMaxColumns, shown);
    text += fmt::format("{}{} ({})", i == 0 ? "" : ", ", shown, values[i].second);
  }
  if (values.size() > kMaxShown) text += " and others";
  return text.empty() ? text : (patterns.empty() ? "; found: " : "; the nearest: ") + text;
}

// A filter by patterns. `thing` is what they match.
std::string of_patterns(const FilterCount& count, std::string_view option,
                        const std::vector<std::string>& patterns, std::string_view thing,
                        std::string_view noun, std::uint64_t candidates) {
  std::string text = fmt::format("{} a {} that matches {} as a whole", none_has(candidates, noun), thing,
                                 alternatives(in_quotes(patterns)));
  if (count.wider == 0) return text + present(count, patterns);
  text += "; try";
  for (const std::string& pattern : patterns)
    text.append(" ").append(option).append(" ").append(in_quotes(wider_pattern(pattern)));
  return text + fmt::format(", which matches {}", count.wider);
}

// A filter by names.
std::string of_names(const FilterCount& count, const std::vector<std::string>& names, std::string_view thing,
                     std::string_view noun, std::uint64_t candidates) {
  return fmt::format("{} the {} {}", none_has(candidates, noun), thing, alternatives(names)) +
         present(count, {});
}

// Why no message has the number of --message.
std::string of_number(const Selection& selection, std::uint64_t number) {
  std::string buffer;
  const std::string_view source = write::source_text(selection.largest_source, buffer);
  const std::string has = counted(selection.largest_number, "message");
  return selection.has_more_sources
             ? fmt::format("--message {} names no message; {} has the most, {}", number, source, has)
             : fmt::format("{} has {}; --message {} names none", source, has, number);
}

std::string of_period(const FilterCount& count, const Selection& selection, const MessageFilter& filter) {
  constexpr std::size_t kDayBytes = 10;
  const std::string_view options = filter.since && filter.until ? "--since and --until select"
                                   : filter.since               ? "--since selects"
                                                                : "--until selects";
  std::string text =
      fmt::format("{} a Date in the period that {}", none_has(selection.numbered, "message"), options);
  const std::string first = selection.earliest.substr(0, kDayBytes),
                    last = selection.latest.substr(0, kDayBytes);
  if (selection.earliest.empty()) return text + "; none has a readable Date";
  text += first == last ? "; the date is " + first : fmt::format("; the dates are {} to {}", first, last);
  if (count.without > 0)
    text += fmt::format(", and {} no readable Date",
                        count.without == 1 ? "1 message has" : counted(count.without, "message") + " have");
  return text;
}

bool is_of_messages(FilterKind kind) {
  return kind == FilterKind::kPeriod || kind == FilterKind::kFrom;
}

// Several filters, each of which accepts something: "no link of 23 passes --host and --status at once
// (--host: 3, --status: 5)".
std::string of_all(const Selection& selection, bool of_messages, std::string_view noun,
                   std::uint64_t candidates) {
  std::string names, counts;
  for (const auto& [kind, count] : selection.filters) {
    if (is_of_messages(kind) != of_messages) continue;
    names.append(names.empty() ? "" : " and ").append(name_of(kind));
    counts += fmt::format("{}{}: {}", counts.empty() ? "" : ", ", name_of(kind), count.accepted);
  }
  return fmt::format("no {} of {} passes {} together; each alone accepts some ({})", noun, candidates, names,
                     counts);
}

// Why no candidate of the selected messages is accepted.
template <typename Filters, typename Filter>
std::string of_rows(const Selection& selection, const Filters& filters, const Filter& filter,
                    std::string_view noun) {
  std::string text;
  write::for_each(filters, [&](const auto& each) {
    const auto counted = selection.filters.find(each.kind);
    if (!text.empty() || counted == selection.filters.end() || counted->second.accepted > 0) return;
    const std::vector<std::string> values = names_of(filter.*each.list);
    text = each.is_pattern
               ? of_patterns(counted->second, each.option, values, each.thing, noun, selection.candidates)
               : of_names(counted->second, values, each.thing, noun, selection.candidates);
  });
  return text.empty() ? of_all(selection, false, noun, selection.candidates) : text;
}

std::string of_rows(const Selection& selection, const RowCommand& command) {
  return &command.table == &write::kLinkRows
             ? of_rows(selection, kLinkFilters, command.filter, "link")
             : of_rows(selection, kDiagnosticFilters, command.diagnostics, "diagnostic");
}

// Why accepted links are neither counted nor written.
std::string of_output(const Selection& selection, const RowCommand& command) {
  constexpr std::string_view kThings[] = {"a host", "a host with a registrable domain", "a resolved URL"};
  const std::string_view thing = kThings[static_cast<std::size_t>(command.top.value_or(Top::kUrls))];
  const std::string none = selection.passed == 1
                               ? "the only link that is selected has none"
                               : fmt::format("none of {} links that are selected has one", selection.passed);
  if (command.top)
    return fmt::format("--top {} counts links that have {}, and {}; omit --top to list them",
                       name_of(*command.top), thing, none);
  return fmt::format(
      "--format urls writes links that have a resolved URL, and {}; use --format text to list them", none);
}

// Links that a list of URLs omits. This is for people to know: programs know what they asked for.
std::string of_omitted(const Selection& selection, const RowCommand& command) {
  if (command.rows.format != Format::kUrls || command.top || selection.passed <= selection.rows) return {};
  const std::uint64_t omitted = selection.passed - selection.rows;
  const bool is_one = omitted == 1;
  return fmt::format(
      "{} no resolved URL, or {} a part of the message, and {} not listed; --format text lists every link "
      "with "
      "its status",
      is_one ? "1 link has" : counted(omitted, "link") + " have", is_one ? "names" : "name",
      is_one ? "is" : "are");
}

std::string without_candidates(const Selection& selection, const RowCommand& command) {
  const bool has_parts = !command.analyze.parts.empty() || command.analyze.attachments;
  const std::string in = (has_parts ? "the selected parts of " : "") + counted(selection.selected, "message");
  if (&command.table == &write::kDiagnosticRows) return "nothing to report: " + in + " checked";
  if (&command.table != &write::kComparisonRows) return "no URL was found in " + in;
  std::string readers;
  for (const std::string& name : names_of(command.analyze.compared))
    readers.append(readers.empty() ? "" : ", ").append(name);
  return fmt::format("no difference in {}: {} open the same; --as selects other readers", in, readers);
}

}  // namespace

std::string why_no_message(const Selection& selection, const MessageFilter& filter) {
  if (selection.messages == 0 || selection.selected > 0) return {};
  if (selection.numbered == 0) return filter.number ? of_number(selection, *filter.number) : std::string();
  for (const auto& [kind, count] : selection.filters) {
    if (count.accepted > 0) continue;
    if (kind == FilterKind::kPeriod) return of_period(count, selection, filter);
    if (kind == FilterKind::kFrom)
      return of_patterns(count, "--from", filter.froms, "From field", "message", selection.numbered);
  }
  return selection.filters.empty() ? std::string() : of_all(selection, true, "message", selection.numbered);
}

Destination::WhyEmpty why_empty(const Selection& selection, const RowCommand& command) {
  if (selection.rows > 0) return {of_omitted(selection, command), true};
  if (selection.messages == 0) return {};
  if (selection.selected == 0) return {why_no_message(selection, command.messages)};
  std::string text = selection.candidates == 0 ? without_candidates(selection, command)
                     : selection.passed == 0   ? of_rows(selection, command)
                                               : of_output(selection, command);
  if (selection.not_searched > 0 && &command.table == &write::kLinkRows)
    text += fmt::format(
        "; {} not searched (see mimebase check)",
        selection.not_searched == 1 ? "1 part was" : counted(selection.not_searched, "part") + " were");
  const bool has_filter = command.messages.number || !command.analyze.parts.empty() ||
                          command.analyze.attachments || RejectionCounter(command.messages).has_filter() ||
                          RejectionCounter(command.filter).has_filter() ||
                          RejectionCounter(command.diagnostics).has_filter();
  return {std::move(text),
          selection.candidates == 0 && !has_filter && &command.table != &write::kComparisonRows};
}

}  // namespace mimebase::run
