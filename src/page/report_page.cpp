#include "page/report_page.h"

#include <fmt/format.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <functional>

#include "page/assets.h"
#include "page/charts.h"
#include "page/html.h"
#include "write/shown_text.h"

namespace mimebase::page {
namespace {

constexpr std::size_t kMostRows = 50;  // of a table of groups
constexpr std::size_t kMostBars = 15;

std::string_view describe(LinkStatus status) {
  switch (status) {
    case LinkStatus::kResolved:
      return "relative, with a base";
    case LinkStatus::kAbsolute:
      return "whole as written";
    case LinkStatus::kPart:
      return "a part of the message";
    case LinkStatus::kMissingPart:
      return "a part that is missing";
    case LinkStatus::kSameDocument:
      return "in the same document";
    case LinkStatus::kUnresolved:
      return "relative, without a base";
    case LinkStatus::kGuessed:
      return "a bare www.";
    case LinkStatus::kInvalid:
      return "no URL";
  }
  return {};
}

// In the chart's order.
constexpr LinkStatus kStatuses[] = {LinkStatus::kAbsolute,     LinkStatus::kResolved,   LinkStatus::kPart,
                                    LinkStatus::kSameDocument, LinkStatus::kGuessed,    LinkStatus::kInvalid,
                                    LinkStatus::kUnresolved,   LinkStatus::kMissingPart};

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

void draw_tile(Html& html, std::string_view name, std::uint64_t value, std::uint64_t whole = 0) {
  html << "<div class=\"tile\"><dt>" << name << "</dt><dd>";
  html.number(value);
  if (whole > 0) {
    html << " <small>";
    html.share(value, whole) << "</small>";
  }
  html << "</dd></div>";
}

void draw_tiles(Html& html, const Tally& tally) {
  const std::uint64_t all = tally.references;
  const std::uint64_t relative = tally.count(LinkStatus::kResolved) + tally.count(LinkStatus::kUnresolved);
  std::uint64_t hidden = 0;
  for (const auto& [key, group] : tally.hidden) hidden += group.count;
  html << "<dl class=\"tiles\">";
  draw_tile(html, "messages", tally.messages);
  draw_tile(html, "parts", tally.parts);
  draw_tile(html, "references", all);
  draw_tile(html, "domains", tally.by_domain.size());
  draw_tile(html, "relative", relative, all);
  draw_tile(html, "unresolved", tally.count(LinkStatus::kUnresolved), all);
  draw_tile(html, "part missing", tally.count(LinkStatus::kMissingPart), all);
  draw_tile(html, "hidden", hidden, all);
  html << "</dl>\n";
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
  draw_shares(html, "What became of the references", statuses);
  html << "<div class=\"charts\">\n";
  draw_bars(html, "References by status", "status", statuses);
  draw_bars(html, "By the layer whose base rules where they stand", "layer", layers);
  draw_bars(html, "By scheme", "scheme", most_frequent(tally.by_scheme, kMostBars, "none"));
  draw_bars(html, "Most linked registrable domains", "host", most_frequent(tally.by_domain, kMostBars, ""));
  draw_times(html, tally.by_month);
  html << "</div>\n";
}

void draw_glance(Html& html, const Facts& facts) {
  html
      << "<section id=\"glance\" aria-labelledby=\"glance-title\"><h2 id=\"glance-title\">At a glance</h2>\n";
  draw_tiles(html, facts.tally);
  draw_charts(html, facts.tally);
  if (facts.problem_count > 0) {
    html << "<details class=\"problems\" open><summary>";
    html.number(facts.problem_count) << " could not be read, or not to the end</summary><ul>";
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

void draw_groups(Html& html, const Groups& groups) {
  html << "<section class=\"groups\" id=\"" << groups.id << "\"><h3>" << groups.title << "</h3><p>"
       << groups.description << "</p>";
  if (groups.count == 0) {
    html << "<p class=\"none\">none</p></section>\n";
    return;
  }
  html << "<div class=\"scrolls\" tabindex=\"0\" role=\"region\" aria-label=\"" << groups.title
       << "\"><table><thead><tr>";
  for (const std::string_view column : groups.columns) html << "<th scope=\"col\">" << column << "</th>";
  html << "</tr></thead><tbody>\n";
  for (std::size_t i = 0; i < std::min(groups.count, kMostRows); ++i) {
    html << "<tr>";
    groups.draw_row(html, i);
    html << "</tr>\n";
  }
  html << "</tbody></table></div>";
  if (groups.count > kMostRows) {
    html << "<p class=\"note\">and ";
    html.number(groups.count - kMostRows) << " groups more</p>";
  }
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

// The script turns the cell into a button that shows the references with this code and domain.
void draw_count(Html& html, std::uint64_t count, std::string_view code, std::string_view domain = {}) {
  html << "<td class=\"count\"";
  if (!code.empty()) html << " data-code=\"" << code << "\"";
  if (!domain.empty()) (html << " data-host=\"").text(domain) << "\"";
  (html << ">").number(count) << "</td>";
}

// Draws one row per pair of domains.
void draw_pairs(Html& html, const Facts& facts, DiagnosticCode code, std::string_view title,
                std::string_view says, std::string_view leads, std::string_view what) {
  const Rows rows = rows_of(facts, {code});
  Groups groups{name_of(code), title, what, {"count", says, leads, "first of them"}, rows.size()};
  groups.draw_row = [&](Html& out, std::size_t i) {
    const write::SummaryRow& row = *rows[i];
    draw_count(out, row.count, row.code, code == DiagnosticCode::kTextDiffers ? row.other_domain : "");
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
                "A reader does not see them: they stand in comments or templates, or styles hide them.",
                {"count", "hidden by", "leads to", "first of them", "as written"},
                rows.size()};
  groups.draw_row = [&](Html& out, std::size_t i) {
    const auto& [key, group] = *rows[i];
    draw_count(out, group.count, "");
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
                "Relative and useless bases",
                "They are declared, and lead elsewhere or nowhere in software that takes them as they are.",
                {"count", "what", "first of them", "which says"},
                rows.size()};
  groups.draw_row = [&](Html& out, std::size_t i) {
    draw_count(out, rows[i]->count, rows[i]->code);
    out << "<td>" << rows[i]->code << "</td>";
    draw_example(out, rows[i]->source, rows[i]->message, rows[i]->part);
    (out << "<td>").text(rows[i]->detail) << "</td>";
  };
  draw_groups(html, groups);
}

void draw_first(Html& html, const Facts& facts) {
  html << "<section id=\"first\" aria-labelledby=\"first-title\"><h2 id=\"first-title\">Open first</h2>\n";
  draw_pairs(html, facts, DiagnosticCode::kTextDiffers, "Links that say another domain than they lead to",
             "the text says", "the link leads to",
             "What is read is a domain, and it is not the one that a click opens.");
  draw_pairs(html, facts, DiagnosticCode::kRulesDisagree, "References that browsers resolve differently",
             "by RFC 1808", "in a browser",
             "The rules of mail and those of the Web lead to different places.");
  draw_hidden(html, facts.tally);
  draw_relative_bases(html, facts);
  html << "</section>\n";
}

void draw_diagnostics(Html& html, const Facts& facts) {
  html << "<section id=\"diagnostics\" aria-labelledby=\"diagnostics-title\">"
          "<h2 id=\"diagnostics-title\">Diagnostics</h2>\n";
  for (const DiagnosticKind& kind : diagnostic_kinds()) {
    const Rows rows = rows_of(facts, {kind.code});
    if (rows.empty()) continue;
    std::uint64_t count = 0;
    for (const auto* row : rows) count += row->count;
    const std::string_view severity = name_of(rows.front()->severity);
    html << "<details class=\"code " << severity << "\" data-code=\"" << kind.name << "\"><summary><b>"
         << kind.name << "</b> <i>" << severity << "</i> <span class=\"count\">";
    html.number(count) << "</span></summary><p>";
    html.text(kind.description) << "</p><ul>";
    for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
      html << "<li><b>";
      (html.number(rows[i]->count) << "</b> ").text(rows[i]->detail) << " <span class=\"source\">";
      html.text(rows[i]->source);
      if (rows[i]->message > 0) (html << ", message ").number(rows[i]->message);
      html << "</span></li>";
    }
    html << "</ul></details>\n";
  }
  if (facts.diagnostics.empty()) html << "<p class=\"none\">none</p>\n";
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
  const rapidjson::Value& message = data["message"];
  for (const rapidjson::Value& link : data["links"].GetArray()) {
    if (left == 0) return;
    --left;
    const std::string_view reference = cell(link, 7), resolved = cell(link, 8);
    (html << "<tr><td>").text(cell(link, 9)) << "</td><td class=\"url\">";
    html.text(reference);
    if (!resolved.empty()) (html << " → ").text(resolved);
    (html << "</td><td>").text(cell(link, 0)) << " ";
    (html.text(cell(link, 2)) << "</td><td>").text(cell(message, 6)) << "</td></tr>\n";
  }
}

void draw_left_out(Html& html, const Facts& facts) {
  if (facts.left_out == 0) return;
  html << "<p class=\"note\" id=\"left-out\">The table holds the first ";
  html.number(facts.held) << " references. ";
  html.number(facts.left_out) << " more, from ";
  html.text(facts.first_left_out.source);
  html << ", message ";
  html.number(facts.first_left_out.message)
      << " on, are in all counts above, but not in the table: <code>mimebase links</code> lists them, and "
         "<code>mimebase report --rows N</code> takes more of them.</p>\n";
}

void draw_table(Html& html, const Facts& facts, const std::vector<std::string>& lines) {
  html << "<section id=\"references\" aria-labelledby=\"references-title\">"
          "<h2 id=\"references-title\">References</h2>\n";
  draw_left_out(html, facts);
  html << "<div id=\"table\"><div class=\"scrolls\" tabindex=\"0\" role=\"region\" aria-label=\"The first "
          "references\">"
          "<table class=\"drawn\"><thead><tr><th scope=\"col\">status</th><th scope=\"col\">reference</th>"
          "<th scope=\"col\">where</th><th scope=\"col\">message</th></tr></thead><tbody>\n";
  std::uint64_t left = kDrawnReferences;
  for (const std::string& line : lines) draw_references(html, line, left);
  html << "</tbody></table></div>\n";
  if (facts.held > kDrawnReferences) {
    html << "<p class=\"note\">These are the first " << std::to_string(kDrawnReferences)
         << ": to see, filter and sort all of them the page needs its script.</p>";
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
  html << "<a class=\"skip\" href=\"#references\">to the references</a>\n<header><h1>";
  html.text(title_of(facts)) << "</h1>";
  if (!facts.options.empty()) {
    html << "<p>with";
    for (const auto& [name, value] : facts.options) {
      html << " <code>";
      (html.text(name) << " ").text(value) << "</code>";
    }
    html << "</p>";
  }
  html
      << "<nav aria-label=\"Sections\"><a href=\"#glance\">At a glance</a> <a href=\"#first\">Open first</a> "
         "<a href=\"#references\">References</a> <a "
         "href=\"#diagnostics\">Diagnostics</a></nav></header>\n<main>\n";
}

}  // namespace

std::string head(const Facts& facts, const std::vector<std::string>& lines) {
  Html html;
  draw_head(html, title_of(facts));
  draw_banner(html, facts);
  draw_glance(html, facts);
  draw_first(html, facts);
  draw_table(html, facts, lines);
  draw_diagnostics(html, facts);
  html
      << "</main>\n<footer><p>Made by mimebase. All text of messages is shown as text; nothing here asks the "
         "network, and a link opens only from its own window.</p></footer>\n";
  return html.take();
}

std::string tail() {
  Html html;
  html << "<script>" << kScript.text << "</script>\n</body>\n</html>\n";
  return html.take();
}

}  // namespace mimebase::page
