#include "python/options.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace mimebase::python {
namespace {

using namespace std::string_literals;

template <typename T>
using Names = std::vector<std::pair<std::string, T>>;

// Returns all values of an enumeration with their names (name_of()).
template <typename T>
Names<T> all_names() {
  Names<T> names;
  for (int i = 0; !name_of(static_cast<T>(i)).empty(); ++i)
    names.emplace_back(name_of(static_cast<T>(i)), static_cast<T>(i));
  return names;
}

// Returns the value called `name`. Throws py::value_error if there is none.
template <typename T>
T chosen(const std::string& option, const std::string& name, const Names<T>& names) {
  std::string known;
  for (const auto& [each, value] : names) {
    if (each == name) return value;
    known += (known.empty() ? "" : ", ") + each;
  }
  throw py::value_error(option + ": \"" + name + "\" is not one of " + known);
}

// Returns the headers that can define a base, by their names in lower case.
Names<BaseBy> header_names() {
  Names<BaseBy> names;
  for (const BaseBy by : default_base_headers()) {
    std::string name(header_name(by));
    for (char& c : name) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    names.emplace_back(std::move(name), by);
  }
  return names;
}

Names<std::string> hidden_names() {
  Names<std::string> names;
  for (const std::string_view kind : hidden_kinds()) names.emplace_back(kind, kind);
  return names;
}

// Reads options from a dict. If a key is missing, the value keeps its default.
class Given {
 public:
  explicit Given(const py::dict& dict) : dict_(dict) {}

  template <typename T>
  void take(const char* name, T& value) const {
    if (dict_.contains(name)) value = as<T>(name, dict_[name]);
  }
  template <typename T>
  void choose(const char* name, T& value, const Names<T>& names) const {
    if (dict_.contains(name)) value = chosen(name, as<std::string>(name, dict_[name]), names);
  }
  template <typename T>
  void choose(const char* name, std::vector<T>& values, const Names<T>& names) const {
    if (!dict_.contains(name)) return;
    values.clear();
    for (const auto& each : as<std::vector<std::string>>(name, dict_[name]))
      values.push_back(chosen(name, each, names));
  }
  // Returns a list without repetitions.
  [[nodiscard]] std::vector<std::string> distinct(const char* name) const {
    std::vector<std::string> all, seen;
    take(name, all);
    for (std::string& each : all) {
      if (std::find(seen.begin(), seen.end(), each) == seen.end()) seen.push_back(std::move(each));
    }
    return seen;
  }
  void limits(Limits& limits) const {
    if (!dict_.contains("limits")) return;
    Names<std::uint64_t Limits::*> names;
    for (const LimitKey& key : limit_keys()) names.emplace_back(key.name, key.value);
    for (const auto& [name, value] : as<py::dict>("limits", dict_["limits"]))
      limits.*chosen("limits", as<std::string>("limits", name), names) = as<std::uint64_t>("limits", value);
  }
  // `parse` is first_second_of() or last_second_of().
  template <typename Parse>
  void date(const char* name, std::optional<std::chrono::sys_seconds>& second, Parse parse) const {
    if (!dict_.contains(name)) return;
    const Result<std::chrono::sys_seconds> parsed = parse(as<std::string>(name, dict_[name]));
    if (!parsed) throw py::value_error(std::string(name) + ": " + parsed.error().message);
    second = *parsed;
  }
  void range(std::optional<Range>& range) const {
    if (!dict_.contains("range")) return;
    const auto [start, end] =
        as<std::pair<std::optional<std::uint64_t>, std::optional<std::uint64_t>>>("range", dict_["range"]);
    range = Range{start.value_or(0), end.value_or(std::numeric_limits<std::uint64_t>::max())};
    if (range->start > range->end) throw py::value_error("range: its end is before its start");
  }

 private:
  template <typename T>
  [[nodiscard]] static T as(const std::string& name, const py::handle& value) {
    try {
      return value.cast<T>();
    } catch (const py::cast_error&) {
      throw py::type_error(name + ": not " + std::string(py::str(py::repr(value))));
    }
  }

  const py::dict& dict_;
};

// `options` has one option that can be wrong, which is called `name`.
void refuse_wrong(const std::string& name, const AnalyzeOptions& options) {
  if (const Result<void> checked = check_options(options); !checked)
    throw py::value_error(name + ": " + checked.error().message);
}

AnalyzeOptions analyze_options(const py::dict& dict) {
  const Given given(dict);
  AnalyzeOptions options;
  given.choose("rules", options.rules, all_names<RuleSet>());
  given.take("retrieval_url", options.retrieval_url);
  given.choose("base_headers", options.base_headers, header_names());
  given.take("full", options.full_data_urls);
  given.take("defanged", options.defanged);
  given.limits(options.limits);
  given.take("domains", options.domains);
  AnalyzeOptions domains;
  domains.domains = options.domains;
  refuse_wrong("domains", domains);
  given.choose("as", options.reader, all_names<MailReader>());
  given.choose("readers", options.compared, all_names<MailReader>());
  if (options.compared.size() < 2) throw py::value_error("readers: a comparison needs at least two");
  std::error_code error;
  options.source_folder = std::filesystem::current_path(error).string();
  options.fields = given.distinct("fields");
  AnalyzeOptions fields;
  fields.fields = options.fields;
  refuse_wrong("fields", fields);
  if (!options.retrieval_url.empty()) {
    const Result<void> checked = check_retrieval_url(options.retrieval_url, options.rules);
    if (!checked) throw py::value_error("retrieval_url: " + checked.error().message);
  }
  return options;
}

}  // namespace

RuleSet rule_set(const std::string& name) {
  return chosen("rules", name, all_names<RuleSet>());
}

ReadOptions read_options(const py::dict& dict) {
  const Given given(dict);
  ReadOptions options;
  options.analyze = analyze_options(dict);
  given.choose("input", options.input.kind, all_names<InputKind>());
  given.take("as_in_folder", options.input.as_in_folder);
  given.range(options.input.range);
  given.take("first_message", options.input.first_message);
  given.choose("status", options.filter.statuses, all_names<LinkStatus>());
  given.take("context", options.filter.contexts);
  given.take("host", options.filter.hosts);
  given.choose("hidden", options.filter.hidden, hidden_names());
  given.choose("kind", options.filter.kinds, all_names<LinkKind>());
  given.take("unwrapped", options.filter.unwrapped);
  given.take("message", options.messages.number);
  if (options.messages.number == 0) throw py::value_error("message: must be at least 1");
  given.date("since", options.messages.since, first_second_of);
  given.date("until", options.messages.until, last_second_of);
  given.take("from", options.messages.froms);
  given.choose("code", options.diagnostics.codes, all_names<DiagnosticCode>());
  given.choose("severity", options.diagnostics.severities, all_names<Severity>());
  given.take("jobs", options.workers);
  given.take("isolated", options.isolated);
  if (options.workers < 1 || options.workers > 1024) throw py::value_error("jobs: must be 1 to 1024");
  if (options.input.first_message < 1) throw py::value_error("first_message: must be at least 1");
  return options;
}

RowKind row_kind(const std::string& command, const py::dict& dict) {
  const Given given(dict);
  bool sums_up = false;
  given.take(command == "links" ? "unique" : "summary", sums_up);
  if (command == "links") return sums_up ? RowKind::kUniqueLinks : RowKind::kLinks;
  if (command == "tree") return RowKind::kEntities;
  if (command == "compare") return RowKind::kComparisons;
  return sums_up ? RowKind::kSummary : RowKind::kDiagnostics;
}

RewriteOptions rewrite_options(const py::dict& dict) {
  const Given given(dict);
  RewriteOptions options;
  given.choose("only", options.only,
               {{"html"s, RewriteIn::kHtml},
                {"css"s, RewriteIn::kCss},
                {"xml"s, RewriteIn::kXml},
                {"text"s, RewriteIn::kText},
                {"headings"s, RewriteIn::kHeadings}});
  given.choose("cid", options.cid_to_location, {{"keep"s, false}, {"location"s, true}});
  given.choose("base", options.drop_bases, {{"keep"s, false}, {"drop"s, true}});
  given.take("annotate", options.annotate);
  given.take("unwrap", options.unwrap);
  given.take("break_signatures", options.break_signatures);
  given.choose("if_dkim", options.keep_dkim, {{"rewrite"s, false}, {"keep"s, true}});
  return options;
}

ReportOptions report_options(const py::dict& dict) {
  ReportOptions options;
  Given(dict).take("rows", options.rows);
  return options;
}

ExtractOptions extract_options(const py::dict& dict) {
  const Given given(dict);
  ExtractOptions options;
  given.take("single_file", options.single_file);
  given.take("no_active", options.no_active);
  given.take("online", options.online);
  return options;
}

}  // namespace mimebase::python
