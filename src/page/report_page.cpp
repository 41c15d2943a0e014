#include "page/report_page.h"

#include <fmt/format.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "page/assets.h"
#include "page/charts.h"
#include "page/html.h"
#include "page/message_data.h"
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
       << kScript.digest << "'; style-src '" << kStyleSheet.digest
       << "'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
          "<meta name=\"referrer\" content=\"no-referrer\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>";
  html.text(title) << "</title>\n<style>" << kStyleSheet.text << "</style>\n</head>\n<body>\n";
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

// One sentence: what is worth looking at.
void draw_summary(Html& html, const Facts& facts) {
  struct Item {
    std::uint64_t count;
    Filters rows;
    std::string_view one, many;
  };
  const auto diagnostics = [&](DiagnosticCode code, std::string_view one, std::string_view many) {
    std::uint64_t count = 0;
    for (const write::SummaryRow& row : facts.diagnostics) count += row.code == name_of(code) ? row.count : 0;
    return Item{count, {{"show", "diagnostics"}, {"code", name_of(code)}}, one, many};
  };
  const Tally& tally = facts.tally;
  const Item items[] = {
      diagnostics(DiagnosticCode::kTextDiffers, "link whose text names another domain",
                  "links whose text names another domain"),
      diagnostics(DiagnosticCode::kRulesDisagree, "reference that browsers resolve differently",
                  "references that browsers resolve differently"),
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

// Draws the location of a group's first reference. The script turns it into a button if the page holds that
// message.
void draw_example(Html& html, const std::string& source, std::uint64_t message, const std::string& part) {
  // The name that MessageData uses for the source.
  std::string buffer;
  (html << "<td class=\"where\" data-source=\"").text(write::source_text(source, buffer))
      << "\" data-message=\"" << std::to_string(message) << "\">";
  html.text(source);
  if (message > 0) {
    html << ", message ";
    html.number(message);
  }
  if (!part.empty()) (html << ", part ").text(part);
  html << "</td>";
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
  for (std::size_t i = 0; i < std::min(groups.count, kMaxRows); ++i) {
    html << (i < kTopRows ? "<tr>" : "<tr class=\"rest\">");
    groups.draw_row(html, i);
    html << "</tr>\n";
  }
  html << "</tbody></table>";
  draw_cut(html, groups.count);
  html << "</section>\n";
}

using Rows = std::vector<const write::SummaryRow*>;

Rows rows_of(const Facts& facts, std::initializer_list<DiagnosticCode> codes) {
  Rows rows;
  for (const write::SummaryRow& row : facts.diagnostics) {
    if (std::any_of(codes.begin(), codes.end(),
                    [&](DiagnosticCode code) { return name_of(code) == row.code; }))
      rows.push_back(&row);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto* a, const auto* b) { return a->count > b->count; });
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

// Draws one row per pair of domains.
void draw_pairs(Html& html, const Facts& facts, DiagnosticCode code, std::string_view title,
                std::string_view says, std::string_view leads, std::string_view what) {
  const Rows rows = rows_of(facts, {code});
  Groups groups{name_of(code), title, what, {"Count", says, leads, "First example"}, rows.size()};
  groups.draw_row = [&](Html& out, std::size_t i) {
    const write::SummaryRow& row = *rows[i];
    draw_count(out, row.count, rows_behind(row));
    (out << "<td class=\"url\">").text(row.domain.empty() ? "no host" : row.domain) << "</td>";
    (out << "<td class=\"url\">").text(row.other_domain.empty() ? "no host" : row.other_domain) << "</td>";
    draw_example(out, row.source, row.message, row.part);
  };
  draw_groups(html, groups);
}

void draw_hidden(Html& html, const Tally& tally) {
  using Group = std::pair<const std::pair<std::string, std::string>, HiddenGroup>;
  std::vector<const Group*> rows;
  for (const Group& group : tally.hidden) rows.push_back(&group);
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Group* a, const Group* b) { return a->second.count > b->second.count; });
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
    draw_example(out, group.first.source, group.first.message, group.first.part);
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
    draw_example(out, rows[i]->source, rows[i]->message, rows[i]->part);
    (out << "<td>").text(rows[i]->detail) << "</td>";
  };
  draw_groups(html, groups);
}

void draw_first(Html& html, const Facts& facts) {
  html << "<section id=\"first\" aria-labelledby=\"first-title\"><h2 id=\"first-title\">Open first</h2>\n";
  const std::size_t start = html.size();
  draw_pairs(html, facts, DiagnosticCode::kTextDiffers, "Links whose text names another domain",
             "The text names", "The link leads to", "Readers see one domain, but a click opens another.");
  draw_pairs(html, facts, DiagnosticCode::kRulesDisagree, "References that browsers resolve differently",
             "By RFC 1808", "In a browser", "RFC 1808 and the URL Standard lead to different places.");
  draw_hidden(html, facts.tally);
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

void draw_difference(Html& html, const Tally& tally, const Difference& difference) {
  using Group = std::pair<const std::pair<std::string, std::string>, ComparedGroup>;
  std::vector<const Group*> rows;
  for (const Group& group : tally.compared) {
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
    draw_example(out, group.first.source, group.first.message, group.first.part);
  };
  draw_groups(html, groups);
}

void draw_comparisons(Html& html, const Tally& tally) {
  if (tally.compared.empty()) return;
  html << "<section id=\"readers\" aria-labelledby=\"readers-title\"><h2 id=\"readers-title\">What readers "
          "open differently</h2>\n<p>References that lead mail readers to different places, by the worst "
          "difference between any two of them:</p><dl class=\"tiles\">";
  for (const Difference& difference : kDifferences) {
    draw_tile(html, difference.title, count_compared(tally, difference.name), {{"differs", difference.name}},
              tally.references);
  }
  html << "</dl>\n";
  for (const Difference& difference : kDifferences) draw_difference(html, tally, difference);
  html << "</section>\n";
}

void draw_diagnostics(Html& html, const Facts& facts) {
  html << "<section id=\"diagnostics\" aria-labelledby=\"diagnostics-title\">"
          "<h2 id=\"diagnostics-title\">Diagnostics</h2>\n";
  for (const DiagnosticKind& kind : diagnostic_kinds()) {
    const Rows rows = rows_of(facts, {kind.code});
    if (rows.empty()) continue;
    std::uint64_t count = 0;
    Severity worst = Severity::kNote;
    for (const auto* row : rows) {
      count += row->count;
      worst = std::max(worst, row->severity);
    }
    const std::string_view severity = name_of(worst);
    html << "<details class=\"code " << severity << "\" data-code=\"" << kind.name << "\"><summary><b>"
         << kind.name << "</b> <i>" << severity << "</i> <span class=\"count\">";
    html.number(count) << "</span></summary><p>";
    html.text(kind.description) << "</p>";
    if (rows.size() > 1) {
      html << "<p><span";
      html.opens({{"show", "diagnostics"}, {"code", kind.name}}) << ">";
      html.number(count) << " in all</span></p>";
    }
    html << "<ul>";
    for (std::size_t i = 0; i < std::min(rows.size(), kMaxRows); ++i) {
      html << "<li><b";
      (html.opens(rows_behind(*rows[i])) << ">").number(rows[i]->count) << "</b> ";
      html.text(rows[i]->detail) << " <span class=\"source\">";
      html.text(rows[i]->source);
      if (rows[i]->message > 0) (html << ", message ").number(rows[i]->message);
      html << "</span></li>";
    }
    html << "</ul>";
    draw_cut(html, rows.size());
    html << "</details>\n";
  }
  if (facts.diagnostics.empty()) html << "<p class=\"none\">Nothing is wrong.</p>\n";
  html << "</section>\n";
}

// Returns a string of one of MessageData's arrays; empty if it is not a string.
std::string_view cell(const rapidjson::Value& row, rapidjson::SizeType index) {
  if (index >= row.Size() || !row[index].IsString()) return {};
  return {row[index].GetString(), row[index].GetStringLength()};
}

void draw_references(Html& html, const std::string& line, std::uint64_t& left) {
  rapidjson::Document data;
  data.Parse<rapidjson::kParseIterativeFlag>(line.data(), line.size());
  if (data.HasParseError() || !data.IsObject()) return;
  const auto column = [](std::string_view name) {
    return static_cast<rapidjson::SizeType>(MessageData::column_index("link", name));
  };
  static const auto kSubject =
      static_cast<rapidjson::SizeType>(MessageData::column_index("message", "subject"));
  static const auto kHost = column("host"), kReference = column("reference"), kResolved = column("resolved"),
                    kStatus = column("status"), kPart = column("part"), kContext = column("context");
  const std::string_view subject = cell(data["message"], kSubject);
  for (const rapidjson::Value& link : data["links"].GetArray()) {
    if (left == 0) return;
    --left;
    const std::string_view resolved = cell(link, kResolved);
    (html << "<tr><td class=\"url\">").text(cell(link, kHost)) << "</td><td class=\"url\">";
    html.text(cell(link, kReference));
    if (!resolved.empty()) (html << " → ").text(resolved);
    (html << "</td><td>").text(cell(link, kStatus)) << "</td><td>";
    html.text(cell(link, kPart)) << " ";
    (html.text(cell(link, kContext)) << "</td><td>").text(subject) << "</td></tr>\n";
  }
}

void draw_left_out(Html& html, const Facts& facts) {
  if (facts.omitted == 0) return;
  html << "<p class=\"note\" id=\"left-out\">The table holds the first ";
  html.number(facts.held) << " references. ";
  html.number(facts.omitted) << " more, from ";
  html.text(facts.first_left_out.source);
  html << ", message ";
  html.number(facts.first_left_out.message)
      << " on, are counted above but are not in the table. <code>mimebase links</code> lists them all, and "
         "<code>mimebase report --rows N</code> raises the limit.</p>\n";
}

void draw_table(Html& html, const Facts& facts, const std::vector<std::string>& lines) {
  html << "<section id=\"references\" aria-labelledby=\"references-title\">"
          "<h2 id=\"references-title\">References</h2>\n";
  draw_left_out(html, facts);
  html << "<div id=\"table\"><div class=\"scrolls\" tabindex=\"0\" role=\"region\" aria-label=\"The first "
          "references\">"
          "<table class=\"drawn\"><thead><tr><th scope=\"col\">Host</th><th scope=\"col\">URL</th>"
          "<th scope=\"col\">Status</th><th scope=\"col\">Where</th><th "
          "scope=\"col\">Message</th></tr></thead><tbody>\n";
  std::uint64_t left = kDrawnReferences;
  for (const std::string& line : lines) draw_references(html, line, left);
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

void draw_banner(Html& html, const Facts& facts) {
  html << "<a class=\"skip\" href=\"#references\">Skip to the references</a>\n<header data-columns=\"";
  html.text(MessageData::column_names()) << "\"><h1>";
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

}  // namespace

std::string head(const Facts& facts, const std::vector<std::string>& lines) {
  Html html;
  draw_head(html, title_of(facts));
  draw_banner(html, facts);
  draw_glance(html, facts);
  draw_first(html, facts);
  draw_table(html, facts, lines);
  draw_comparisons(html, facts.tally);
  draw_diagnostics(html, facts);
  html << "</main>\n<footer><p>Made by mimebase. Text from messages is shown as plain text. This page makes "
          "no network "
          "requests, and it opens a link only after you confirm it.</p></footer>\n";
  return html.take();
}

std::string tail() {
  Html html;
  html << "<script>" << kScript.text << "</script>\n</body>\n</html>\n";
  return html.take();
}

}  // namespace mimebase::page
