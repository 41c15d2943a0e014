#include "run/commands/command.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "base/option_names.h"
#include "mimebase/limits.h"
#include "mimebase/model.h"
#include "mimebase/url.h"
#include "run/filters/selection.h"
#include "text/ascii.h"
#include "text/members.h"
#include "text/strings.h"
#include "write/column.h"

namespace mimebase::run {
namespace {

std::string text_of(bool value) {
  return value ? "yes" : "no";
}

std::string text_of(const std::string& text) {
  return text;
}

std::string text_of(BaseBy by) {
  return ascii::lowered(header_name(by));
}

template <typename Enum>
requires(std::is_enum_v<Enum>&& requires(Enum value) { name_of(value); }) std::string text_of(Enum value) {
  return std::string(name_of(value));
}

// Joined lists are unambiguous, because commas occur in no name and in no useful pattern.
template <typename T>
std::string text_of(const std::vector<T>& list) {
  std::string text;
  for (const T& item : list) (text += text.empty() ? "" : ",") += text_of(item);
  return text;
}

}  // namespace

RowCommand::RowCommand(const write::Rows& rows_table, const RunOptions& run, const RowOptions& row_options)
    : table(rows_table), analyze(run.analyze), input(run.input), messages(run.messages), rows(row_options) {}

RowCommand::RowCommand(const RunOptions& run, const LinksOptions& links)
    : RowCommand(write::kLinkRows, run, links.rows) {
  filter = links.filter;
  unique = links.unique;
  top = links.top;
}

RowCommand::RowCommand(const RunOptions& run, const TreeOptions& tree)
    : RowCommand(write::kEntityRows, run, tree.rows) {
  verbose = tree.verbose;
}

RowCommand::RowCommand(const RunOptions& run, const CheckOptions& check)
    : RowCommand(write::kDiagnosticRows, run, check.rows) {
  diagnostics = check.filter;
  summary = check.summary;
}

RowCommand::RowCommand(const RunOptions& run, const CompareOptions& compare)
    : RowCommand(write::kComparisonRows, run, compare.rows) {}

RowCommand::RowCommand(const RunOptions& run, const LedgerOptions& ledger)
    : RowCommand(write::kLedgerRows, run, ledger.rows) {}

std::string utc_date(std::chrono::sys_seconds time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

namespace {

std::string text_of(std::uint64_t number) {
  return std::to_string(number);
}

std::string text_of(std::chrono::sys_seconds time) {
  return utc_date(time);
}

template <typename T>
requires requires(const T& value) {
  text_of(value);
}
std::string text_of(const std::optional<T>& value) {
  return value ? text_of(*value) : std::string();
}

constexpr auto kInputOptions = all_members<InputOptions>(
    std::tuple{
        NamedMember{&InputOptions::kind, "input"},
        NamedMember{&InputOptions::content_type, "content-type"},
        NamedMember{&InputOptions::as_in_folder, "as-in-folder"},
        NamedMember{&InputOptions::retrieval_root, "retrieval-root"},
    },
    // Those that select messages are refused for several inputs, and others do not change rows.
    unnamed(&InputOptions::any_is_message, &InputOptions::use, &InputOptions::range,
            &InputOptions::first_message, &InputOptions::batch_bytes, &InputOptions::read_ahead,
            &InputOptions::source_name));

constexpr auto kMessageFilters = all_members<MessageFilter>(std::tuple{
    NamedMember{&MessageFilter::number, "message"},
    NamedMember{&MessageFilter::since, "since"},
    NamedMember{&MessageFilter::until, "until"},
    NamedMember{&MessageFilter::froms, "from"},
});

constexpr auto kRowOptions = all_members<RowOptions>(
    std::tuple{NamedMember{&RowOptions::defang, "defang"}},
    unnamed(&RowOptions::format, &RowOptions::csv_safe, &RowOptions::to_terminal, &RowOptions::color,
            &RowOptions::ascii, &RowOptions::columns, &RowOptions::stop));

// Collects the options of a command. Each is stored with the value that it has without being given.
class Stored {
 public:
  explicit Stored(std::string_view command) : command_(command) {}

  template <typename List, typename Structure>
  void add_all(const List& list, const Structure& options) {
    const Structure presets;
    write::for_each(list, [&](const auto& each) {
      if (each.name.empty()) return;
      const bool is_of_some = !each.commands.empty();
      if (is_of_some && !contains(each.commands, command_)) return;
      add((is_of_some && command_ != "report" ? command_ + " --" : "--") + std::string(each.name),
          options.*each.member, presets.*each.member);
    });
  }
  // Adds an option of this command.
  template <typename Value>
  void add_own(std::string_view option, const Value& value) {
    add(command_ + ' ' + std::string(option), value, Value());
  }
  [[nodiscard]] std::vector<database::StoredOption> take() { return std::move(stored_); }

 private:
  void add(const std::string& name, const Limits& limits, const Limits& presets) {
    for (const LimitKey& key : limit_keys())
      add(name + ' ' + std::string(key.name), limits.*key.value, presets.*key.value);
  }
  template <typename Value>
  void add(const std::string& name, const Value& value, const Value& preset) {
    if constexpr (requires { text_of(value); }) stored_.push_back({name, text_of(value), text_of(preset)});
  }

  const std::string command_;
  std::vector<database::StoredOption> stored_;
};

}  // namespace

std::vector<database::StoredOption> stored_options(const RunOptions& run) {
  Stored stored("report");
  stored.add_all(base::kAnalyzeOptions, run.analyze);
  stored.add_all(kInputOptions, run.input);
  stored.add_all(kMessageFilters, run.messages);
  return stored.take();
}

std::vector<database::StoredOption> stored_options(const RowCommand& command) {
  Stored stored(command.table.name);
  stored.add_all(base::kAnalyzeOptions, command.analyze);
  stored.add_all(kInputOptions, command.input);
  stored.add_all(kMessageFilters, command.messages);
  stored.add_all(kRowOptions, command.rows);
  const auto add_filters = [&](const auto& filters, const auto& filter) {
    write::for_each(filters, [&](const auto& each) { stored.add_own(each.option, filter.*each.list); });
  };
  if (&command.table == &write::kDiagnosticRows) add_filters(kDiagnosticFilters, command.diagnostics);
  if (&command.table != &write::kLinkRows) return stored.take();
  add_filters(kLinkFilters, command.filter);
  stored.add_own("--unwrapped", command.filter.unwrapped);
  stored.add_own("--unique", command.unique);
  return stored.take();
}

}  // namespace mimebase::run
