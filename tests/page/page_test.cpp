// The report's counts and charts, and the data of a message for its script.
#include <rapidjson/document.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "page/charts.h"
#include "page/html.h"
#include "page/message_data.h"
#include "page/tally.h"

namespace mimebase::test {
namespace {

using page::Counts;
using page::Html;

std::string shown(std::string_view text) {
  Html html;
  html.text(text);
  return html.take();
}

std::string share(std::uint64_t value, std::uint64_t whole) {
  Html html;
  html.share(value, whole);
  return html.take();
}

std::string times(const Counts& by_month) {
  Html html;
  page::draw_times(html, by_month);
  return html.take();
}

std::size_t count(const std::string& text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++found;
  return found;
}

Link link_of(const MessageInfo& message, const BaseInfo& base, std::string_view reference) {
  Link link;
  link.message = &message;
  link.base = base;
  link.part = "1";
  link.context = "a@href";
  link.reference = reference;
  link.resolved = reference;
  link.status = LinkStatus::kAbsolute;
  return link;
}

}  // namespace

TEST_CASE("text of strangers is text") {
  struct Case {
    const char *text, *html, *why;
  };
  const Case cases[] = {
      {"</script><b>", "&lt;/script&gt;&lt;b&gt;", "no markup"},
      {"a\"b&amp;", "a&quot;b&amp;amp;", "nor in an attribute, nor a reference"},
      {"\xE2\x80\xAEgnp.exe", "\\u{202E}gnp.exe", "an override of direction is seen"},
      {"a\x1b[2J", "a\\x1B[2J", "and a control"},
      {"\xFF", "\xC3\xBF", "what is no UTF-8 is read as windows-1252"},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    CHECK(shown(c.text) == c.html);
  }
}

TEST_CASE("numbers and shares") {
  Html html;
  html.number(1234567) << " ";
  html.number(999) << " ";
  html.number(1000);
  CHECK(html.take() == "1,234,567 999 1,000");
  CHECK(share(1, 3) == "33.3 %");
  CHECK(share(0, 0) == "0 %");
  CHECK(share(7, 7) == "100 %");
  CHECK(share(1, 100000) == "&lt; 0.1 %");
  CHECK(share(99999, 100000) == "&gt; 99.9 %");
}

TEST_CASE("the most frequent come first, equal ones by name") {
  const std::vector<page::Bar> bars = page::most_frequent({{"b", 2}, {"a", 2}, {"", 5}, {"c", 1}}, 3, "none");
  REQUIRE(bars.size() == 3);
  CHECK(bars[0].label == "none");
  CHECK(bars[0].key.empty());
  CHECK(bars[1].label == "a");
  CHECK(bars[2].label == "b");
}

TEST_CASE("what a count opens is encoded, whatever mail says") {
  struct Case {
    page::Filters filters;
    const char* attribute;
  };
  const Case cases[] = {
      {{{"status", "part"}}, " data-open=\"status=part\""},
      {{{"domain", "x.example"}, {"other_domain", ""}}, " data-open=\"domain=x.example&amp;other_domain=\""},
      {{{"domain", "a&b=\"<+ \xFF"}}, " data-open=\"domain=a%26b%3D%22%3C%2B%20%C3%BF\""},
  };
  for (const Case& c : cases) {
    Html html;
    html.opens(c.filters);
    CHECK(html.take() == c.attribute);
  }
}

TEST_CASE("a message is named by its subject, a document by its title or its file") {
  MessageInfo message;
  message.source = "dir/box.zip!saved/page.html";
  CHECK(page::kept_subject(message) == "page.html");
  message.title = "Title";
  CHECK(page::kept_subject(message) == "Title");
  const std::string subject(121, 's');
  message.subject = subject;
  CHECK(page::kept_subject(message) == subject.substr(0, 120) + "…");
  message.subject.reset();
  message.title.reset();
  message.from = "a@a.example";
  CHECK(page::kept_subject(message).empty());
}

rapidjson::SizeType column_index(const rapidjson::Value& names, std::string_view name) {
  const auto* const found = std::find_if(
      names.Begin(), names.End(), [&](const rapidjson::Value& each) { return each.GetString() == name; });
  REQUIRE(found != names.End());
  return static_cast<rapidjson::SizeType>(found - names.Begin());
}

TEST_CASE("column names and numbers agree with the rows") {
  rapidjson::Document names;
  names.Parse(page::MessageData::column_names().c_str());
  REQUIRE_FALSE(names.HasParseError());
  MessageInfo message;
  message.subject = "of the message";
  Diagnostic diagnostic;
  diagnostic.other_domain = "t.example";
  page::MessageData data;
  data.begin(message, "a </title>");
  data.entity(Entity());
  data.link(link_of(message, BaseInfo(), "http://t.example/"), "t.example");
  data.diagnostic(diagnostic);
  data.comparison(Comparison());
  rapidjson::Document parsed;
  parsed.Parse(data.take().c_str());
  REQUIRE_FALSE(parsed.HasParseError());
  const auto value = [&](const rapidjson::Value& row, const char* table, const char* name) {
    REQUIRE(row.Size() == names[table].Size());
    return std::string(row[column_index(names[table], name)].GetString());
  };
  CHECK(value(parsed["message"], "message", "subject") == "of the message");
  CHECK(parsed["title"] == "a </title>");
  CHECK(value(parsed["bases"][0], "base", "base_section") == name_of(BaseInfo().section));
  CHECK(value(parsed["entities"][0], "entity", "searched") == name_of(Entity().searched));
  CHECK(value(parsed["links"][0], "link", "reference") == "http://t.example/");
  CHECK(value(parsed["comparisons"][0], "comparison", "difference") == name_of(Comparison().difference));
  CHECK(value(parsed["diagnostics"][0], "diagnostic", "other_domain") == "t.example");
}

TEST_CASE("times are months without gaps, years where there are many, and never more than there can be") {
  const std::string months = times({{"2023-11", 1}, {"2024-02", 3}});
  CHECK(count(months, "<rect") == 4);
  CHECK(count(months, "<title>2024-01: 0</title>") == 1);
  const std::string years = times({{"1999-11", 1}, {"2024-02", 3}});
  CHECK(count(years, "<rect") == 26);
  const std::string hostile =
      times({{"0001-01", 1}, {"9999-12", 1}, {"", 1}, {"20x4-01", 1}, {"2024-13", 1}, {"2024-01", 2}});
  CHECK(count(hostile, "<rect") == 1);
  CHECK(count(hostile, ">5</span> more are in messages without a plausible date.") == 1);
  CHECK(count(times({{"", 3}}), "No message has a plausible date.") == 1);
}

TEST_CASE("counts of two pieces are those of one") {
  MessageInfo message;
  message.date = "2024-11-17T08:00:00Z";
  const BaseInfo base;
  Link link = link_of(message, base, "HTTP://x.example/");
  link.hidden = "comment";
  page::Tally one, first, second;
  for (page::Tally* tally : {&one, &first}) tally->add(link, "x.example");
  for (page::Tally* tally : {&one, &second}) tally->add(link, "x.example", 3);
  first.add(std::move(second));
  CHECK(first.references == 4);
  CHECK(first.by_scheme == Counts{{"http", 4}});
  CHECK(first.by_domain == one.by_domain);
  CHECK(first.by_month == Counts{{"2024-11", 4}});
  CHECK(first.hidden.at({"comment", "x.example"}).count == 4);
  CHECK(first.count(LinkStatus::kAbsolute) == one.count(LinkStatus::kAbsolute));
}

TEST_CASE("a message's line is JSON that may stand in a script") {
  MessageInfo message;
  message.source = "x</script>";
  message.subject = "<!--\xFF";
  const BaseInfo base;
  page::MessageData data;
  data.begin(message, "");
  data.link(link_of(message, base, "http://x.example/<" + std::string(5000, 'y')), "");
  const std::string line = data.take();
  CHECK(line.find('<') == std::string::npos);
  CHECK(line.find('\n') == std::string::npos);
  rapidjson::Document parsed;
  parsed.Parse(line.c_str());
  REQUIRE_FALSE(parsed.HasParseError());
  CHECK(parsed["message"][0].GetString() == std::string("x</script>"));
  CHECK(parsed["bases"].Size() == 1);
  CHECK(parsed["links"].Size() == 1);
  rapidjson::Document names;
  names.Parse(page::MessageData::column_names().c_str());
  const std::string reference = parsed["links"][0][column_index(names["link"], "reference")].GetString();
  CHECK(reference.size() == 4096 + 3);
  CHECK(reference.ends_with("…"));
  data.begin(message, "");
  CHECK(data.take().find(R"("bases":[],"entities":[],"links":[])") != std::string::npos);
}

}  // namespace mimebase::test
