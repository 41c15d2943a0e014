// Content hidden by styles: a table that Chromium is also tested with, and documents that could be expensive.
#include <fstream>
#include <string>

#include "catch.h"
#include "html_collect.h"
#include "support.h"

namespace {

using namespace mimebase::find;
using mimebase::find::test::collect;
using mimebase::find::test::Row;
using mimebase::test::source_root;

bool says_hidden(const std::string& reference) {
  return reference.starts_with("h") && (reference == "h" || reference == "http://h.test/");
}

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("HTML: what styles hide, by a table", "[html]") {
  std::ifstream table(source_root() / "tests" / "find" / "html_hidden.tsv");
  int rows = 0, hidden = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    REQUIRE(tab != std::string::npos);
    INFO(line.substr(tab + 1) << "\n" << line.substr(0, tab));
    int found = 0;
    for (const Row& row : collect(line.substr(0, tab), "text/html", "utf-8").rows) {
      if (row.context.find("css:") != std::string::npos) continue;
      INFO(row.context << " " << row.reference);
      CHECK((row.hidden == Hidden::kStyle) == says_hidden(row.reference));
      hidden += row.hidden == Hidden::kStyle ? 1 : 0;
      ++found;
    }
    CHECK(found > 0);
    ++rows;
  }
  CHECK(rows >= 90);
  CHECK(hidden >= 70);
}

TEST_CASE("HTML: other reasons come before styles", "[html]") {
  const std::string html =
      "<div style=display:none><!-- <a href=c> --><template><a href=t></template><a href=s>"
      "<iframe srcdoc='<a href=d>'></iframe></div><iframe srcdoc='<b style=display:none><a "
      "href=i>'></iframe>";
  const auto rows = collect(html, "text/html", "utf-8").rows;
  REQUIRE(rows.size() == 5);
  const Hidden expected[] = {Hidden::kComment, Hidden::kTemplate, Hidden::kStyle, Hidden::kStyle,
                             Hidden::kStyle};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    INFO(rows[i].context << " " << rows[i].reference);
    CHECK(rows[i].hidden == expected[i]);
  }
}

TEST_CASE("HTML: styles in other charsets", "[html]") {
  const auto rows =
      collect("<div title='\xE9' style='display:none'><a href=x>\xE9</a></div>", "text/html", "iso-8859-1")
          .rows;
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].hidden == Hidden::kStyle);
}

// Each document would take minutes if any step took more than linear time.
TEST_CASE("HTML: styles that would cost much", "[html]") {
  struct Case {
    const char* why;
    std::string html;
  };
  std::string rules = "<style>";
  for (int i = 0; i < 60'000; ++i) rules += ".c" + std::to_string(i) + "{display:none}";
  rules += "</style>";
  std::string classes;
  for (int i = 0; i < 150'000; ++i) classes += "c" + std::to_string(i) + " ";
  const Case cases[] = {
      {"a megabyte of rules", rules + repeated("<b class=c1><a href=x>", 50'000)},
      {"a megabyte of classes", "<style>.x{display:none}</style><b class='" + classes + "'><a href=x>"},
      {"one class again and again", "<style>" + repeated(".x{display:none}", 60'000) + "</style><b class='" +
                                        repeated("x ", 500'000) + "'><a href=x>"},
      {"one rule with many selectors",
       "<style>" + repeated(".x,", 300'000) + ".y{display:none}</style><a class=y href=x>"},
      {"a selector without an end",
       "<style>.x{display:none}" + repeated("(", 1'000'000) + "</style><a href=x>"},
      {"declarations without an end", "<b style='display:none;" + repeated("a:(", 300'000) + "'><a href=x>"},
      {"deep", repeated("<div style=display:none>", 50'000) + "<a href=x>"},
      {"deep, and closed one by one",
       repeated("<b style=display:none>", 20'000) + repeated("<a href=x></b>", 20'000)},
      {"formatting in blocks",
       repeated("<font style=font-size:0><p>", 20'000) + repeated("</font><a href=x>", 20'000)},
      {"links in links", "<div style=font-size:0>" + repeated("<a href=x>t", 100'000)},
      {"colours", repeated("<font color=#fff><td bgcolor=#fff><a href=x>", 30'000)},
      {"many colours",
       [] {
         std::string html;
         for (int i = 0; i < 100'000; ++i) html += "<b style='color:#" + std::to_string(100'000 + i) + "'>";
         return html + "<a href=x>";
       }()},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    CHECK(!collect(c.html, "text/html", "utf-8").rows.empty());
  }
}
