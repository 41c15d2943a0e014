// CSV: the quoting of RFC 4180, cells that spreadsheets would run, and the same values as in JSON Lines.
#include "write/column_writers.h"

#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "catch.h"
#include "sample_rows.h"

namespace mimebase::test {
namespace {

using Record = std::vector<std::string>;

// Parses RFC 4180 strictly: unquoted cells contain no quotes and no line ends. Empty if it is not CSV.
std::vector<Record> parse_csv(std::string_view text) {
  std::vector<Record> records;
  Record record;
  while (!text.empty()) {
    std::string cell;
    if (text.starts_with('"')) {
      for (text.remove_prefix(1);; text.remove_prefix(1)) {
        if (text.starts_with("\"\"")) {
          text.remove_prefix(1);
        } else if (text.empty() || text.starts_with('"')) {
          break;
        }
        cell += text.front();
      }
      if (text.empty()) return {};
      text.remove_prefix(1);
    } else {
      cell = text.substr(0, text.find_first_of("\",\r\n"));
      text.remove_prefix(cell.size());
    }
    record.push_back(cell);
    if (text.starts_with(',')) {
      text.remove_prefix(1);
      // A comma at the end of a line is followed by an empty cell.
      if (!text.starts_with("\r\n")) continue;
      record.emplace_back();
    }
    if (!text.starts_with("\r\n")) return {};
    text.remove_prefix(2);
    records.push_back(std::move(record));
    record.clear();
  }
  return records;
}

// Formats a value of JSON Lines as a CSV cell.
std::string cell_of(const rapidjson::Value& json) {
  if (json.IsNull()) return {};
  if (json.IsString()) return {json.GetString(), json.GetStringLength()};
  rapidjson::StringBuffer buffer;
  rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
  json.Accept(writer);
  return {buffer.GetString(), buffer.GetSize()};
}

// Formats arrays as the parser of JSON Lines writes them, because a character may be escaped in several ways.
Record as_cells(Record record) {
  for (std::string& cell : record) {
    rapidjson::Document json;
    if (cell.starts_with('[') && !json.Parse(cell.data(), cell.size()).HasParseError()) cell = cell_of(json);
  }
  return record;
}

std::size_t compare(const std::string& header, std::string_view csv, std::string_view lines) {
  const std::vector<Record> records = parse_csv(header + std::string(csv));
  std::size_t rows = 0;
  for (; !lines.empty(); ++rows) {
    const std::string line(lines.substr(0, lines.find('\n')));
    lines.remove_prefix(line.size() + 1);
    INFO(line);
    rapidjson::Document json;
    json.Parse(line.data(), line.size());
    Record names, cells;
    for (rapidjson::SizeType i = 0; i < json.MemberCount(); ++i) {
      const auto& member = *(json.MemberBegin() + i);
      names.emplace_back(member.name.GetString());
      cells.push_back(cell_of(member.value));
    }
    REQUIRE(records.size() > rows + 1);
    CHECK(records[0] == names);
    CHECK((as_cells(records[rows + 1]) == cells));
  }
  CHECK(records.size() == rows + 1);
  return rows;
}

// Returns the cell for the subject of a message.
std::string written(std::string_view subject, bool safe) {
  MessageInfo message;
  message.number = 1;
  message.subject = subject;
  const BaseInfo base;
  Link link;
  link.message = &message;
  link.base = base;
  link.span = Range{};
  write::CsvWriter writer(safe);
  writer.link(link);
  // ,1,0,,,,SUBJECT,,,,,,0,0,,,,unresolved,,,3.4,none,,,other,[],,,,,,
  const std::string_view row = writer.rows();
  const std::string_view before = ",1,0,,,,",
                         after = ",,,,,,0,0,,,,unresolved,,,3.4,none,,,other,[],,,,,,\r\n";
  if (!row.starts_with(before) || !row.ends_with(after)) return "(not as expected) " + std::string(row);
  return std::string(row.substr(before.size(), row.size() - before.size() - after.size()));
}

}  // namespace

TEST_CASE("cells are quoted where they must be") {
  struct Case {
    std::string_view text, cell, why;
  };
  const Case cases[] = {
      {"", "", "empty"},
      {"plain", "plain", "nothing to quote"},
      {"a b", "a b", "spaces are part of a cell"},
      {" a ", " a ", "at its ends too"},
      {"it's", "it's", "an apostrophe is no quote"},
      {"a;b\tc", "a;b\tc", "other separators are none"},
      {"a,b", "\"a,b\"", "the separator"},
      {"\"", "\"\"\"\"", "a quote alone"},
      {"say \"x\"", "\"say \"\"x\"\"\"", "quotes are doubled"},
      {"\"\"", "\"\"\"\"\"\"", "each of them"},
      {"a\rb", "\"a\rb\"", "CR"},
      {"a\nb", "\"a\nb\"", "LF"},
      {"a\r\n", "\"a\r\n\"", "at the end"},
      {"=1", "=1", "a formula is left alone"},
      {"\xff", "\xc3\xbf", "what is no UTF-8 is read as windows-1252"},
      {"a\0b"sv, "a\0b"sv, "NUL"},
  };
  for (const Case& row : cases) {
    INFO(row.why);
    CHECK((written(row.text, false) == row.cell));
  }
}

TEST_CASE("--csv-safe defuses what a spreadsheet would run") {
  struct Case {
    std::string_view text, cell, why;
  };
  const Case cases[] = {
      {"=1+1", "'=1+1", "a formula"},
      {"+1", "'+1", "begins with +"},
      {"-1", "'-1", "begins with -"},
      {"@SUM(1)", "'@SUM(1)", "begins with @"},
      {"\t=1", "'\t=1", "a tab before it"},
      {"\r=1", "\"'\r=1\"", "CR before it, which is quoted too"},
      {"=HYPERLINK(\"x\",\"y\")", "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"", "quoted"},
      {"a=1", "a=1", "not at the beginning"},
      {"'=1", "'=1", "defused already"},
      {"", "", "nothing to run"},
      {"\"=1", "\"\"\"=1\"", "a quote is text"},
  };
  for (const Case& row : cases) {
    INFO(row.why);
    CHECK((written(row.text, true) == row.cell));
  }
}

TEST_CASE("CSV says what JSON Lines say") {
  const Samples samples;
  write::JsonWriter json;
  write::CsvWriter csv(false);
  SECTION("links") {
    samples.links_to(json);
    samples.links_to(csv);
    CHECK(compare(write::csv_header(write::kLinkRows), csv.rows(), json.rows()) == samples.links().size());
  }
  SECTION("links --unique") {
    for (const Link& link : samples.links()) {
      json.unique_link(json.link_row(link), 7);
      csv.unique_link(csv.link_row(link), 7);
      json.end_message();
      csv.end_message();
    }
    CHECK(compare(write::csv_header(write::kLinkRows, true), csv.rows(), json.rows()) ==
          samples.links().size());
  }
  SECTION("tree") {
    samples.entities_to(json);
    samples.entities_to(csv);
    CHECK(compare(write::csv_header(write::kEntityRows), csv.rows(), json.rows()) ==
          samples.entities().size());
  }
  SECTION("check") {
    samples.diagnostics_to(json);
    samples.diagnostics_to(csv);
    CHECK(compare(write::csv_header(write::kDiagnosticRows), csv.rows(), json.rows()) ==
          samples.diagnostics().size());
  }
}

TEST_CASE("the reader of this test takes no other CSV") {
  CHECK(parse_csv("a,b\r\n\"c\"\"\",\r\n") == std::vector<Record>{{"a", "b"}, {"c\"", ""}});
  for (const char* text : {"a", "a\n", "\"a\r\n", "a\"b\r\n", "\"a\"b\r\n"}) CHECK(parse_csv(text).empty());
}

}  // namespace mimebase::test
