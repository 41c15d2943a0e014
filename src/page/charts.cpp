#include "page/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

namespace mimebase::page {
namespace {

std::uint64_t largest(const std::vector<Bar>& bars) {
  std::uint64_t most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.count);
  return most;
}

std::uint64_t total(const std::vector<Bar>& bars) {
  return std::accumulate(bars.begin(), bars.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const Bar& bar) { return sum + bar.count; });
}

double part_of(std::uint64_t value, std::uint64_t whole, double length) {
  return whole == 0 ? 0 : length * static_cast<double>(value) / static_cast<double>(whole);
}

void begin_figure(Html& html, std::string_view title, std::string_view kind = "") {
  html << "<figure class=\"chart " << kind << "\"><figcaption>" << title << "</figcaption>";
}

// Returns months since the year 0; nothing for an implausible date.
std::optional<int> month_of(std::string_view text) {
  int year = 0, month = 0;
  if (text.size() != 7 || text[4] != '-') return std::nullopt;
  std::from_chars(text.data(), text.data() + 4, year);
  std::from_chars(text.data() + 5, text.data() + 7, month);
  if (year < 1970 || year > 2100 || month < 1 || month > 12) return std::nullopt;
  return year * 12 + month - 1;
}

struct Times {
  std::vector<Bar> bars;  // consecutive, without gaps
  std::uint64_t undated = 0;
  bool are_years = false;
};

Times times_of(const Counts& by_month) {
  constexpr int kMaxMonths = 60;
  Times times;
  int first = 0, last = -1;
  for (const auto& [text, count] : by_month) {
    const auto month = month_of(text);
    if (!month) {
      times.undated += count;
      continue;
    }
    first = last < 0 ? *month : std::min(first, *month);
    last = std::max(last, *month);
  }
  times.are_years = last - first >= kMaxMonths;
  const int unit = times.are_years ? 12 : 1;
  for (int at = first / unit; last >= 0 && at <= last / unit; ++at) {
    const std::string label =
        times.are_years ? std::to_string(at) : fmt::format("{:04}-{:02}", at / 12, at % 12 + 1);
    times.bars.push_back({label, 0, label});
  }
  for (const auto& [text, count] : by_month) {
    if (const auto month = month_of(text))
      times.bars[static_cast<std::size_t>(*month / unit - first / unit)].count += count;
  }
  return times;
}

// Labels fit this many columns. With more columns, the counts are in a table.
constexpr std::size_t kMaxLabels = 12;

void draw_count(Html& html, std::string_view element, const Bar& bar) {
  html << "<" << element << " class=\"count\"";
  html.opens({{"when", bar.key}}) << ">";
  html.number(bar.count) << "</" << element << ">";
}

void draw_columns(Html& html, const std::vector<Bar>& bars) {
  constexpr double kHeight = 100;
  const bool has_counts = bars.size() <= kMaxLabels;
  const std::size_t step = (bars.size() + kMaxLabels - 1) / kMaxLabels;
  const std::uint64_t most = largest(bars);
  html << "<ol class=\"columns\"" << (has_counts ? ">" : " aria-hidden=\"true\">");
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Bar& bar = bars[i];
    // Any count above 0 is visible.
    const double height = bar.count == 0 ? 0 : std::max(part_of(bar.count, most, kHeight), 1.5);
    html << "<li>";
    if (has_counts) draw_count(html, "span", bar);
    html << fmt::format(
        "<svg viewBox=\"0 0 10 100\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
        "<rect y=\"{:.2f}\" width=\"10\" height=\"{:.2f}\"><title>{}: {}</title></rect></svg>",
        kHeight - height, height, bar.label, bar.count);
    html << "<span class=\"label\">" << (i % step == 0 ? bar.label : "") << "</span></li>";
  }
  html << "</ol>";
  if (has_counts) return;
  html << "<details><summary>Show as a table</summary><table><thead><tr><th scope=\"col\">When</th>"
          "<th scope=\"col\">References</th></tr></thead><tbody>";
  for (const Bar& bar : bars) {
    if (bar.count == 0) continue;
    html << "<tr><th scope=\"row\">" << bar.label << "</th>";
    draw_count(html, "td", bar);
    html << "</tr>";
  }
  html << "</tbody></table></details>";
}

}  // namespace

std::vector<Bar> most_frequent(const Counts& counts, std::size_t most, std::string_view unnamed) {
  std::vector<Bar> bars;
  for (const auto& [text, count] : counts)
    bars.push_back({text.empty() ? std::string(unnamed) : text, count, text});
  std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.count > b.count; });
  if (bars.size() > most) bars.resize(most);
  return bars;
}

void draw_bars(Html& html, std::string_view title, std::string_view filter, const std::vector<Bar>& bars) {
  const std::uint64_t most = largest(bars), whole = total(bars);
  if (whole == 0) return;
  begin_figure(html, title);
  html << "<table class=\"bars\"><colgroup><col class=\"name\"><col class=\"number\"><col></colgroup><thead "
          "class=\"unseen\"><tr><th scope=\"col\">Name</th><th "
          "scope=\"col\">References</th>"
          "<th scope=\"col\">Bar</th></tr></thead><tbody>";
  for (const Bar& bar : bars) {
    if (bar.count == 0) continue;
    html << "<tr><th scope=\"row\">";
    ((html << "<span title=\"").text(bar.label) << "\">").text(bar.label) << "</span>";
    if (!bar.description.empty()) html << " <small>" << bar.description << "</small>";
    html << "</th><td class=\"count\"";
    html.opens({{filter, bar.key}}) << ">";
    html.number(bar.count) << fmt::format(
        "</td><td class=\"bar\"><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" "
        "aria-hidden=\"true\">"
        "<rect width=\"{:.2f}\" height=\"10\"/></svg></td></tr>",
        std::max(part_of(bar.count, most, 100), 0.5));
  }
  html << "</tbody></table></figure>";
}

void draw_shares(Html& html, std::string_view title, const std::vector<Bar>& bars) {
  const std::uint64_t whole = total(bars);
  if (whole == 0) return;
  begin_figure(html, title, "shares wide");
  html << "<svg viewBox=\"0 0 1000 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\">";
  std::uint64_t before = 0;
  for (const Bar& bar : bars) {
    if (bar.count == 0) continue;
    html << fmt::format("<rect class=\"s-{}\" x=\"{:.2f}\" width=\"{:.2f}\" height=\"10\"/>", bar.key,
                        part_of(before, whole, 1000), part_of(bar.count, whole, 1000));
    before += bar.count;
  }
  html << "</svg><ul class=\"legend\">";
  for (const Bar& bar : bars) {
    if (bar.count == 0) continue;
    (html << "<li><i class=\"s-" << bar.key << "\"></i>").text(bar.label) << " <b>";
    html.share(bar.count, whole) << "</b></li>";
  }
  html << "</ul></figure>";
}

void draw_times(Html& html, const Counts& by_month) {
  if (by_month.empty()) return;
  const Times times = times_of(by_month);
  begin_figure(html, times.are_years ? "References by year" : "References by month", "times wide");
  if (times.bars.empty()) {
    html << "<p class=\"none\">No message has a plausible date.</p></figure>";
    return;
  }
  draw_columns(html, times.bars);
  if (times.undated > 0) {
    html << "<p class=\"note\">";
    draw_count(html, "span", {{}, times.undated});
    html << " more are in messages without a plausible date.</p>";
  }
  html << "</figure>";
}

}  // namespace mimebase::page
