#include "page/report_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "mimebase/version.h"
#include "page/assets.h"
#include "page/charts.h"
#include "page/danger.h"
#include "page/html.h"
#include "page/message_data.h"
#include "text/strings.h"
#include "write/shown_text.h"

namespace mimebase::page {
namespace {

constexpr std::size_t kTopRows = 8;    // of a table of groups; a button shows the others
constexpr std::size_t kMaxRows = 500;  // of a table of groups
constexpr std::size_t kMaxBars = 15;

std::string_view describe(LinkStatus status) {
  switch (status) {
    case LinkStatus::kResolved:
      return "relative, resolved against a base";
    case LinkStatus::kAbsolute:
      return "absolute as written";
    case LinkStatus::kPart:
      return "names a part of the message";
    case LinkStatus::kMissingPart:
      return "names a part that is missing";
    case LinkStatus::kSameDocument:
      return "a place in the same document";
    case LinkStatus::kUnresolved:
      return "relative, without a base";
    case LinkStatus::kGuessed:
      return "starts with www., scheme guessed";
    case LinkStatus::kInvalid:
      return "not a valid URL";
    case LinkStatus::kDefanged:
      return "written so that nothing opens it";
  }
  return {};
}

// In the chart's order.
constexpr LinkStatus kStatuses[] = {
    LinkStatus::kAbsolute,     LinkStatus::kResolved,    LinkStatus::kPart,
    LinkStatus::kSameDocument, LinkStatus::kGuessed,     LinkStatus::kInvalid,
    LinkStatus::kUnresolved,   LinkStatus::kMissingPart, LinkStatus::kDefanged};

void draw_head(Html& html, const std::string& title) {
  html << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src '"
       << kEarlyScript.digest << "' '" << kScript.digest << "'; style-src '" << kStyleSheet.digest
       << "'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>";
  html.text(title) << "</title>\n<style>" << kStyleSheet.text << "</style>\n<script>" << kEarlyScript.text
                   << "</script>\n</head>\n<body>\n";
}

void draw_tile(Html& html, std::string_view name, std::uint64_t value, const Filters& rows = {},
               std::uint64_t whole = 0) {
  html << "<div class=\"tile\"><dt>" << name << "</dt><dd";
  if (!rows.empty() && value > 0) html.opens(rows);
  (html << ">").number(value);
  if (whole > 0) {
    html << " <small>";
    html.share(value, whole) << "</small>";
  }
  html << "</dd></div>";
}

// Differences between readers, the worst first.
struct Difference {
  std::string_view name, title, description;
};
constexpr Difference kDifferences[] = {
    {"domain", "Another registrable domain", "Readers lead to different domains."},
    {"host", "Another host", "Readers lead to different hosts of one domain."},
    {"url", "Another URL or part", "Readers lead to different URLs of one host, or to different parts."},
    {"nothing", "Nothing", "Some readers open it, and others open nothing."},
};

std::uint64_t count_compared(const Tally& tally, std::string_view difference) {
  std::uint64_t count = 0;
  for (const auto& [key, group] : tally.compared) count += key.first == difference ? group.count : 0;
  return count;
}

std::uint64_t count_hidden(const Tally& tally) {
  std::uint64_t count = 0;
  for (const auto& [key, group] : tally.hidden) count += group.count;
  return count;
}

void draw_tiles(Html& html, const Tally& tally) {
  const std::uint64_t all = tally.references;
  const std::uint64_t relative = tally.count(LinkStatus::kResolved) + tally.count(LinkStatus::kUnresolved);
  html << "<dl class=\"tiles\">";
  draw_tile(html, "messages", tally.messages);
  draw_tile(html, "parts", tally.parts);
  draw_tile(html, "references", all, {{"show", "references"}});
  draw_tile(html, "domains", tally.by_domain.size());
  draw_tile(html, "relative", relative, {{"status", "relative"}}, all);
  draw_tile(html, "unresolved", tally.count(LinkStatus::kUnresolved), {{"status", "unresolved"}}, all);
  draw_tile(html, "part missing", tally.count(LinkStatus::kMissingPart), {{"status", "missing-part"}}, all);
  draw_tile(html, "hidden", count_hidden(tally), {{"hidden", "any"}}, all);
  html << "</dl>\n";
}

// A count of the summary.
struct Item {
  std::uint64_t count;
  Filters rows;
  std::string_view one, many;
};

// Counts the diagnostics of a deception. If some diagnostics of its code are none, the rows are those of one
// severity.
Item found(const Facts& facts, const Deception& kind) {
  Item item{0, {{"show", "diagnostics"}, {"code", name_of(kind.code)}}, kind.one, kind.many};
  bool is_whole = true;
  std::string_view severity;
  for (const write::SummaryRow& row : facts.diagnostics) {
    if (row.code != name_of(kind.code)) continue;
    const bool is_among = is_deception(kind.code, row.severity);
    is_whole = is_whole && is_among;
    if (!is_among) continue;
    item.count += row.count;
    severity = name_of(row.severity);
  }
  if (!is_whole) item.rows.emplace_back("severity", severity);
  return item;
}

// One sentence: what is worth looking at, the most dangerous first.
void draw_summary(Html& html, const Facts& facts) {
  const Tally& tally = facts.tally;
  std::vector<Item> items;
  for (const Deception& kind : deceptions()) items.push_back(found(facts, kind));
  const Item others[] = {
      {count_compared(tally, "domain"),
       {{"differs", "domain"}},
       "reference that leads readers to different domains",
       "references that lead readers to different domains"},
      {count_hidden(tally), {{"hidden", "any"}}, "hidden reference", "hidden references"},
      {tally.count(LinkStatus::kUnresolved),
       {{"status", "unresolved"}},
       "relative reference without a base",
       "relative references without a base"},
      {tally.count(LinkStatus::kMissingPart),
       {{"status", "missing-part"}},
       "reference to a missing part",
       "references to missing parts"},
  };
  items.insert(items.end(), std::begin(others), std::end(others));
  const auto number = [&](std::uint64_t count, std::string_view one) {
    html.number(count) << one << (count == 1 ? "" : "s");
  };
  html << "<p class=\"summary\">";
  number(tally.messages, " message");
  html << (tally.messages == 1 ? " has " : " have ");
  number(tally.references, " reference");
  html << ", to ";
  number(tally.by_domain.size(), " domain");
  html << ". ";
  std::string_view before = "Worth a look: ";
  for (const Item& item : items) {
    if (item.count == 0) continue;
    html << std::exchange(before, ", ") << "<span class=\"item\"";
    (html.opens(item.rows) << ">").number(item.count);
    html << " " << (item.count == 1 ? item.one : item.many) << "</span>";
  }
  html << (before == ", " ? ".</p>\n" : "Nothing stands out.</p>\n");
}

void draw_charts(Html& html, const Tally& tally) {
  std::vector<Bar> statuses, layers;
  for (const LinkStatus status : kStatuses) {
    const std::string name(name_of(status));
    statuses.push_back({name, tally.count(status), name, describe(status)});
  }
  for (const base::LayerKind& kind : base::kLayerKinds) {
    layers.push_back({kind.by == BaseBy::kNone ? "no base" : std::string(kind.name),
                      tally.by_layer[static_cast<std::size_t>(kind.by)], std::string(kind.name)});
  }
  draw_shares(html, "How references resolve", statuses);
  html << "<div class=\"charts\">\n";
  draw_bars(html, "By status", "status", statuses);
  draw_bars(html, "By base source", "layer", layers);
  draw_bars(html, "By scheme", "scheme", most_frequent(tally.by_scheme, kMaxBars, "none"));
  draw_bars(html, "Most linked domains", "domain", most_frequent(tally.by_domain, kMaxBars, ""));
  html << "</div>\n";
  draw_times(html, tally.by_month);
}

void draw_glance(Html& html, const Facts& facts) {
  html
      << "<section id=\"glance\" aria-labelledby=\"glance-title\"><h2 id=\"glance-title\">At a glance</h2>\n";
  draw_summary(html, facts);
  draw_tiles(html, facts.tally);
  draw_charts(html, facts.tally);
  if (facts.problem_count > 0) {
    html << "<details class=\"problems\" open><summary>";
    html.number(facts.problem_count) << " could not be read completely</summary><ul>";
    for (const std::string& problem : facts.problems) (html << "<li>").text(problem) << "</li>";
    if (facts.problem_count > facts.problems.size()) {
      html << "<li>and ";
      html.number(facts.problem_count - facts.problems.size()) << " more</li>";
    }
    html << "</ul></details>\n";
  }
  html << "</section>\n";
}

// A source without the names of the folders that all sources share: the input itself, or its folder.
std::string_view own_name(const Facts& facts, std::string_view source) {
  if (facts.inputs.size() != 1 || facts.databases.size() == 1) return source;
  const std::string_view input = facts.inputs.front();
  if (!source.starts_with(input)) return source;
  source.remove_prefix(input.size());
  while (source.starts_with('/')) source.remove_prefix(1);
  return source;
}

// Draws the location of a group's first reference: the message's subject, and its place. The script turns it
// into a link if the page holds that message.
void draw_location(Html& html, const Facts& facts, std::string_view element, const Example& example) {
  // The name that MessageData uses for the source.
  std::string buffer;
  (html << "<" << element << " class=\"where\" data-source=\"")
          .text(write::source_text(example.source, buffer))
      << "\" data-message=\"" << std::to_string(example.message) << "\">";
  if (example.message > 0) {
    html << "<b>";
    html.text(example.subject.empty() ? "(no subject)" : example.subject) << "</b> ";
  }
  html << "<small>";
  const std::string_view source = own_name(facts, example.source);
  html.text(source);
  // Without commas, since it is a value of --message.
  if (example.message > 0)
    html << (source.empty() ? "" : ", ") << "message " << std::to_string(example.message);
  if (!example.part.empty()) (html << ", part ").text(example.part);
  html << "</small></" << element << ">";
}

Example example_of(const write::SummaryRow& row) {
  return {row.source, row.message, row.part, {}, row.subject};
}

// A table of groups: each row has a count, other cells, and an example.
struct Groups {
  std::string_view id, title, description;
  std::vector<std::string_view> columns;
  std::size_t count = 0;
  std::function<void(Html&, std::size_t)> draw_row = {};  // draws all cells of a row
};

void draw_cut(Html& html, std::size_t groups) {
  if (groups <= kMaxRows) return;
  html << "<p class=\"note\">";
  html.number(groups - kMaxRows)
      << " more groups are not shown: <code>mimebase check --summary</code> lists all.</p>";
}

void draw_groups(Html& html, const Groups& groups) {
  if (groups.count == 0) return;
  html << "<section class=\"groups\" id=\"" << groups.id << "\"><h3>" << groups.title << "</h3><p>"
       << groups.description << "</p>";
  html << "<table><thead><tr>";
  for (const std::string_view column : groups.columns) html << "<th scope=\"col\">" << column << "</th>";
  html << "</tr></thead><tbody>\n";
  const bool is_folded = groups.count > kTopRows + 2;  // otherwise the button is as long as the rows
  for (std::size_t i = 0; i < std::min(groups.count, kMaxRows); ++i) {
    html << (i < kTopRows || !is_folded ? "<tr>" : "<tr class=\"rest\">");
    groups.draw_row(html, i);
    html << "</tr>\n";
  }
  html << "</tbody></table>";
  if (is_folded) {
    html << "<p class=\"note printed\">";
    html.number(groups.count) << " groups in all.</p>";
  }
  draw_cut(html, groups.count);
  html << "</section>\n";
}

using Rows = std::vector<const write::SummaryRow*>;

void order_by_count(Rows& rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto* a, const auto* b) { return a->count > b->count; });
}

Rows rows_of(const Facts& facts, std::initializer_list<DiagnosticCode> codes) {
  Rows rows;
  for (const write::SummaryRow& row : facts.diagnostics) {
    if (std::any_of(codes.begin(), codes.end(),
                    [&](DiagnosticCode code) { return name_of(code) == row.code; }))
      rows.push_back(&row);
  }
  order_by_count(rows);
  return rows;
}

// Draws the cell of a count of rows.
void draw_count(Html& html, std::uint64_t count, const Filters& rows) {
  html << "<td class=\"count\"";
  (html.opens(rows) << ">").number(count) << "</td>";
}

// The diagnostics that a row sums up.
Filters rows_behind(const write::SummaryRow& row) {
  Filters rows{{"show", "diagnostics"}, {"code", row.code}, {"severity", name_of(row.severity)}};
  rows.insert(rows.end(), {{"domain", row.domain}, {"other_domain", row.other_domain}});
  return rows;
}

// Draws one row per pair of domains, or one row if the diagnostics name none.
void draw_deception(Html& html, const Facts& facts, const Deception& kind) {
  Rows rows = rows_of(facts, {kind.code});
  std::erase_if(rows, [&](const auto* row) { return !is_deception(kind.code, row->severity); });
  const bool has_domains = std::any_of(rows.begin(), rows.end(), [](const auto* row) {
    return !row->domain.empty() || !row->other_domain.empty();
  });
  Groups groups{name_of(kind.code),
                kind.title,
                kind.description,
                {"Count", kind.says.empty() ? "Names" : kind.says,
                 kind.leads.empty() ? "Leads to" : kind.leads, "First example"},
                rows.size()};
  if (!has_domains) groups.columns = {"Count", "First example", "Detail"};
  groups.draw_row = [&](Html& out, std::size_t i) {
    const write::SummaryRow& row = *rows[i];
    draw_count(out, row.count, rows_behind(row));
    if (has_domains) {
      (out << "<td class=\"url\">").text(row.domain.empty() ? "no host" : row.domain) << "</td>";
      (out << "<td class=\"url\">").text(row.other_domain.empty() ? "no host" : row.other_domain) << "</td>";
    }
    draw_location(out, facts, "td", example_of(row));
    if (!has_domains) (out << "<td>").text(row.detail) << "</td>";
  };
  draw_groups(html, groups);
}

// How likely it is that something is hidden to deceive people: styles hide from them what programs read.
// Something without a host, such as a telephone number, cannot be visited.
int rank_of_hidden(const std::string& reason, const std::string& domain) {
  return (domain.empty() ? 0 : 4) + (reason == "style" ? 2 : reason == "script" ? 0 : 1);
}

void draw_hidden(Html& html, const Facts& facts) {
  using Group = std::pair<const std::pair<std::string, std::string>, HiddenGroup>;
  std::vector<const Group*> rows;
  for (const Group& group : facts.tally.hidden) rows.push_back(&group);
  const auto order = [](const Group* group) {
    return std::pair(rank_of_hidden(group->first.first, group->first.second), group->second.count);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Group* a, const Group* b) { return order(a) > order(b); });
  Groups groups{"hidden",
                "Hidden references",
                "Readers do not see them. They are in comments or templates, or a style hides them.",
                {"Count", "Hidden by", "Leads to", "First example", "As written"},
                rows.size()};
  groups.draw_row = [&](Html& out, std::size_t i) {
    const auto& [key, group] = *rows[i];
    draw_count(out, group.count, {{"hidden", key.first}, {"domain", key.second}});
    (out << "<td>").text(key.first) << "</td><td class=\"url\">";
    out.text(key.second.empty() ? "no host" : key.second) << "</td>";
    draw_location(out, facts, "td", group.first);
    (out << "<td class=\"url\">").text(group.first.reference) << "</td>";
  };
  draw_groups(html, groups);
}

void draw_relative_bases(Html& html, const Facts& facts) {
  const Rows rows = rows_of(facts, {DiagnosticCode::kBaseRelative, DiagnosticCode::kBaseNotAbsolute,
                                    DiagnosticCode::kBaseMalformed, DiagnosticCode::kBaseUnsuitable});
  Groups groups{"relative-bases",
                "Relative and unusable bases",
                "Software that uses these bases as declared resolves references differently, or not at all.",
                {"Count", "Diagnostic", "First example", "Detail"},
                rows.size()};
  groups.draw_row = [&](Html& out, std::size_t i) {
    draw_count(out, rows[i]->count, rows_behind(*rows[i]));
    out << "<td>" << rows[i]->code << "</td>";
    draw_location(out, facts, "td", example_of(*rows[i]));
    (out << "<td>").text(rows[i]->detail) << "</td>";
  };
  draw_groups(html, groups);
}

void draw_first(Html& html, const Facts& facts) {
  html << "<section id=\"first\" aria-labelledby=\"first-title\"><h2 id=\"first-title\">Open first</h2>\n";
  const std::size_t start = html.size();
  for (const Deception& kind : deceptions()) draw_deception(html, facts, kind);
  draw_hidden(html, facts);
  draw_relative_bases(html, facts);
  if (html.size() == start) html << "<p class=\"none\">Nothing stands out.</p>";
  html << "</section>\n";
}

// Draws one cell per reader. Readers that agree refer to the first of them.
void draw_outcomes(Html& html, const Outcomes& outcomes) {
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const auto& [reader, target] = outcomes[i];
    std::size_t first = 0;
    while (outcomes[first].second != target) ++first;
    const bool is_same = first < i && target != "nothing";
    const bool is_url = target != "nothing" && !target.starts_with("part ");
    html << "<td class=\"outcome" << (is_same ? " same" : is_url ? " url" : "") << "\" data-reader=\"";
    (html.text(reader) << "\">").text(is_same ? "as " + outcomes[first].first : target) << "</td>";
  }
}

void draw_difference(Html& html, const Facts& facts, const Difference& difference) {
  using Group = std::pair<const std::pair<std::string, std::string>, ComparedGroup>;
  std::vector<const Group*> rows;
  for (const Group& group : facts.tally.compared) {
    if (group.first.first == difference.name) rows.push_back(&group);
  }
  if (rows.empty()) return;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Group* a, const Group* b) { return a->second.count > b->second.count; });
  const std::string id = fmt::format("differs-{}", difference.name);
  Groups groups{id, difference.title, difference.description, {"Count", "As written"}, rows.size()};
  for (const auto& [reader, target] : rows.front()->second.outcomes) groups.columns.emplace_back(reader);
  groups.columns.emplace_back("First example");
  groups.draw_row = [&](Html& out, std::size_t i) {
    const auto& [key, group] = *rows[i];
    draw_count(out, group.count, {{"differs", key.first}, {"outcome", key.second}});
    (out << "<td class=\"url\">").text(group.first.reference) << "</td>";
    draw_outcomes(out, group.outcomes);
    draw_location(out, facts, "td", group.first);
  };
  draw_groups(html, groups);
}

void draw_comparisons(Html& html, const Facts& facts) {
  const Tally& tally = facts.tally;
  if (tally.compared.empty()) return;
  html << "<section id=\"readers\" aria-labelledby=\"readers-title\"><h2 id=\"readers-title\">What readers "
          "open differently</h2>\n<p>References that lead mail readers to different places, by the worst "
          "difference between any two of them:</p><dl class=\"tiles\">";
  for (const Difference& difference : kDifferences) {
    draw_tile(html, difference.title, count_compared(tally, difference.name), {{"differs", difference.name}},
              tally.references);
  }
  html << "</dl>\n";
  for (const Difference& difference : kDifferences) draw_difference(html, facts, difference);
  html << "</section>\n";
}

// The number of diagnostics of each severity, by its value.
using Severities = std::array<std::uint64_t, 3>;

constexpr Severity kWorstFirst[] = {Severity::kError, Severity::kWarning, Severity::kNote};

std::uint64_t& count_of(Severities& counts, Severity severity) {
  return counts[static_cast<std::size_t>(severity)];
}

// Draws "error", or "3 errors" and "1,393 notes".
void draw_severities(Html& html, Severities counts) {
  const auto kinds =
      std::count_if(counts.begin(), counts.end(), [](std::uint64_t count) { return count > 0; });
  for (const Severity severity : kWorstFirst) {
    const std::uint64_t count = count_of(counts, severity);
    if (count == 0) continue;
    html << "<i class=\"" << name_of(severity) << "\">";
    if (kinds > 1) html.number(count) << " ";
    html << name_of(severity) << (kinds > 1 && count != 1 ? "s" : "") << "</i> ";
  }
}

// Draws counts that open the rows of each severity, and all rows.
void draw_sums(Html& html, std::string_view code, Severities counts) {
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  html << "<p><span";
  html.opens({{"show", "diagnostics"}, {"code", code}}) << ">";
  html.number(all) << " in all</span>";
  for (const Severity severity : kWorstFirst) {
    const std::uint64_t count = count_of(counts, severity);
    if (count == 0 || count == all) continue;
    html << ", <span";
    html.opens({{"show", "diagnostics"}, {"code", code}, {"severity", name_of(severity)}}) << ">";
    html.number(count) << " " << name_of(severity) << (count == 1 ? "" : "s") << "</span>";
  }
  html << "</p>";
}

void draw_code(Html& html, const Facts& facts, const DiagnosticKind& kind) {
  Rows rows = rows_of(facts, {kind.code});
  if (rows.empty()) return;
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto* a, const auto* b) { return a->severity > b->severity; });
  Severities counts{};
  for (const auto* row : rows) count_of(counts, row->severity) += row->count;
  html << "<details class=\"code " << name_of(rows.front()->severity) << "\" data-code=\"" << kind.name
       << "\"><summary><b>" << kind.name << "</b> ";
  draw_severities(html, counts);
  html << "<span class=\"count\">";
  html.number(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})) << "</span></summary><p>";
  html.text(kind.description) << "</p>";
  if (rows.size() > 1) draw_sums(html, kind.name, counts);
  html << "<ul>";
  for (std::size_t i = 0; i < std::min(rows.size(), kMaxRows); ++i) {
    html << "<li><b";
    (html.opens(rows_behind(*rows[i])) << ">").number(rows[i]->count) << "</b> ";
    html.text(rows[i]->detail) << " ";
    draw_location(html, facts, "span", example_of(*rows[i]));
    html << "</li>";
  }
  html << "</ul>";
  draw_cut(html, rows.size());
  html << "</details>\n";
}

void draw_diagnostics(Html& html, const Facts& facts) {
  html << "<section id=\"diagnostics\" aria-labelledby=\"diagnostics-title\">"
          "<h2 id=\"diagnostics-title\">Diagnostics</h2>\n";
  for (const DiagnosticKind& kind : diagnostic_kinds()) draw_code(html, facts, kind);
  if (facts.diagnostics.empty()) html << "<p class=\"none\">Nothing is wrong.</p>\n";
  html << "</section>\n";
}

void draw_reference(Html& html, const DrawnReference& row) {
  (html << "<tr><td class=\"url\">").text(row.host) << "</td><td class=\"url\">";
  html.text(row.reference);
  if (!row.resolved.empty()) (html << " → ").text(row.resolved);
  (html << "</td><td>").text(row.status) << "</td><td>";
  html.text(row.part) << " ";
  (html.text(row.context) << "</td><td>").text(row.subject) << "</td></tr>\n";
}

// Draws a word of a shell.
void draw_word(Html& html, const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=@%+";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
    html << " ";
    html.text(word);
    return;
  }
  ((html << " '").text(replaced(word, "'", "'\\''"))) << "'";
}

void draw_inputs(Html& html, const Facts& facts) {
  constexpr std::size_t kMaxInputs = 5;
  for (std::size_t i = 0; i < std::min(facts.inputs.size(), kMaxInputs); ++i)
    draw_word(html, facts.inputs[i]);
  if (facts.inputs.size() > kMaxInputs) html << " ...";
}

// Says which references the table lacks, and where they are.
void draw_left_out(Html& html, const Facts& facts) {
  if (facts.omitted == 0) return;
  const std::uint64_t first = facts.held - facts.held_later;
  html << "<p class=\"note\" id=\"left-out\">The table holds the ";
  if (first > 0) html << "first " << std::to_string(first) << " references";
  if (first > 0 && facts.held_later > 0) html << ", and the ";
  if (facts.held_later > 0) html << std::to_string(facts.held_later) << " most dangerous of the others";
  html << ". " << std::to_string(facts.omitted) << " more, from ";
  html.text(facts.first_left_out.source);
  html << ", message " << std::to_string(facts.first_left_out.message)
       << " on, are counted above but are not in the table. ";
  if (!facts.databases.empty()) {
    html << "The database <code>";
    html.text(facts.databases.front()) << "</code> holds them all";
  } else {
    html << "<code>mimebase links -o all.sqlite";
    draw_inputs(html, facts);
    html << "</code> writes them all to a database";
  }
  html << ", and <code>mimebase report --rows N</code> raises the limit.</p>\n";
}

void draw_table(Html& html, const Facts& facts) {
  html << "<section id=\"references\" aria-labelledby=\"references-title\">"
          "<h2 id=\"references-title\">References</h2>\n";
  draw_left_out(html, facts);
  html << "<div id=\"table\"><div class=\"scrolls\" tabindex=\"0\" role=\"region\" aria-label=\"The first "
          "references\">"
          "<table class=\"drawn\"><thead><tr><th scope=\"col\">Host</th><th scope=\"col\">URL</th>"
          "<th scope=\"col\">Status</th><th scope=\"col\">Where</th><th "
          "scope=\"col\">Message</th></tr></thead><tbody>\n";
  for (const DrawnReference& row : facts.drawn) draw_reference(html, row);
  html << "</tbody></table></div>\n";
  if (facts.held > kDrawnReferences) {
    html << "<p class=\"note\">These are the first " << std::to_string(kDrawnReferences)
         << " references. To show, filter and sort all of them, the page needs its script.</p>";
  }
  html << "</div>\n</section>\n<section id=\"message\" aria-labelledby=\"message-title\" tabindex=\"-1\" "
          "hidden>"
          "<h2 id=\"message-title\">Message</h2><div id=\"message-body\"></div></section>\n";
}

std::string title_of(const Facts& facts) {
  std::string title = "mimebase report";
  if (!facts.inputs.empty()) title += ": " + facts.inputs.front();
  if (facts.inputs.size() > 1) title += fmt::format(" and {} more", facts.inputs.size() - 1);
  return title;
}

// Returns the columns of the CSV files that `links` and `check` write, as JSON.
std::string exported_columns() {
  std::string all;
  for (const auto& [table, rows] :
       {std::pair("link", &write::kLinkRows), std::pair("diagnostic", &write::kDiagnosticRows)}) {
    all += fmt::format(R"({}"{}":[)", all.empty() ? '{' : ',', table);
    for (const write::ColumnInfo& column : rows->columns) {
      if (column.when == write::When::kAlways) all += fmt::format(R"("{}",)", column.key);
    }
    all.back() = ']';
  }
  return all + "}";
}

void draw_banner(Html& html, const Facts& facts) {
  html << "<a class=\"skip\" href=\"#references\">Skip to the references</a>\n<header data-columns=\"";
  html.text(MessageData::column_names()) << "\" data-exported=\"";
  html.text(exported_columns()) << "\"><h1>";
  html.text(title_of(facts)) << "</h1>";
  if (!facts.options.empty()) {
    html << "<p>Options:";
    for (const auto& [name, value] : facts.options) {
      html << " <code>";
      (html.text(name) << " ").text(value) << "</code>";
    }
    html << "</p>";
  }
  if (!facts.reader.empty()) {
    html << "<p>What a reference opens is shown for <b>";
    html.text(facts.reader) << "</b>; statuses and bases follow RFC 1808.</p>";
  }
  html
      << "<nav aria-label=\"Sections\"><a href=\"#glance\">At a glance</a> <a href=\"#first\">Open first</a> "
         "<a href=\"#references\">References</a> ";
  if (!facts.tally.compared.empty()) html << "<a href=\"#readers\">Readers</a> ";
  html << "<a href=\"#diagnostics\">Diagnostics</a></nav></header>\n<main>\n";
}

// Draws what made the page, so that it can be made again. The program writes no date of its own, because two
// runs give the same bytes.
void draw_foot(Html& html, const Facts& facts) {
  html << "<footer><p>";
  if (!facts.tally.first_day.empty()) {
    html << "Messages of " << facts.tally.first_day;
    if (facts.tally.last_day != facts.tally.first_day) html << " to " << facts.tally.last_day;
    html << ". ";
  }
  html << "Made by mimebase " << version();
  if (!facts.made_on.empty()) (html << " on ").text(facts.made_on);
  html << " with <code>mimebase report";
  for (const auto& [name, value] : facts.options) {
    // "--limits depth" is one option with a value that begins with the key.
    const std::size_t key = name.find(' ');
    html << " ";
    html.text(name.substr(0, key));
    const bool is_flag = value == "yes";
    if (!is_flag) draw_word(html, key == std::string::npos ? value : name.substr(key + 1) + "=" + value);
  }
  html << " -o report.html";
  draw_inputs(html, facts);
  html << "</code>.</p><p>Text from messages is shown as plain text. This page makes no network requests, "
          "and it opens a "
          "link only after you confirm it.</p></footer>\n";
}

}  // namespace

std::string head(const Facts& facts) {
  Html html;
  draw_head(html, title_of(facts));
  draw_banner(html, facts);
  draw_glance(html, facts);
  draw_first(html, facts);
  draw_table(html, facts);
  draw_comparisons(html, facts);
  draw_diagnostics(html, facts);
  html << "</main>\n";
  return html.take();
}

std::string tail(const Facts& facts) {
  Html html;
  draw_foot(html, facts);
  html << "<script>" << kScript.text << "</script>\n</body>\n</html>\n";
  return html.take();
}

}  // namespace mimebase::page
