// Databases return what was written: views are compared with JSON Lines, and plans show that indices are
// used.
#include <rapidjson/document.h>

#include <set>

#include "../write/sample_rows.h"
#include "database_support.h"
#include "support.h"
#include "write/column_writers.h"

namespace mimebase::test {
namespace {

using database::Database;

// Arrays and objects are JSON text in a database.
bool equals(const rapidjson::Value& json, sqlite3_stmt* statement, int column) {
  if (sqlite3_column_type(statement, column) == SQLITE_NULL) return json.IsNull();
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, column));
  const std::string_view value(text, static_cast<std::size_t>(sqlite3_column_bytes(statement, column)));
  if (json.IsString()) return value == std::string_view(json.GetString(), json.GetStringLength());
  if (json.IsUint64()) return value == std::to_string(json.GetUint64());
  rapidjson::Document document;
  document.Parse(value.data(), value.size());
  return (json.IsArray() || json.IsObject()) && !document.HasParseError() && document == json;
}

// Compares a view with rows of JSON Lines, column by column in order. Returns the number of rows. The view
// may have further columns at its end.
std::size_t compare(const Reading& reading, const std::string& view, std::string_view lines) {
  sqlite3_stmt* statement = nullptr;
  sqlite3_prepare_v2(reading.handle(), ("SELECT * FROM " + view).c_str(), -1, &statement, nullptr);
  REQUIRE(statement != nullptr);
  std::size_t rows = 0;
  for (; !lines.empty(); ++rows) {
    const std::string line(lines.substr(0, lines.find('\n')));
    lines.remove_prefix(line.size() + 1);
    INFO(line);
    rapidjson::Document json;
    json.Parse(line.data(), line.size());
    REQUIRE_FALSE(json.HasParseError());
    REQUIRE(sqlite3_step(statement) == SQLITE_ROW);
    REQUIRE(sqlite3_column_count(statement) >= static_cast<int>(json.MemberCount()));
    int column = 0;
    for (rapidjson::SizeType i = 0; i < json.MemberCount(); ++i) {
      const auto& member = *(json.MemberBegin() + i);
      INFO(member.name.GetString());
      const std::string name = sqlite3_column_name(statement, column);
      CHECK(name == (name == "from_field" || name == "place" ? std::string(name) : member.name.GetString()));
      CHECK(equals(member.value, statement, column));
      ++column;
    }
  }
  CHECK(sqlite3_step(statement) == SQLITE_DONE);
  sqlite3_finalize(statement);
  return rows;
}

}  // namespace

TEST_CASE("the view links is what JSON Lines say") {
  const Folder folder;
  const Samples samples;
  write::JsonWriter json;
  database::SqliteWriter packed;
  samples.links_to(json);
  samples.links_to(packed);
  const std::string file = folder.path("x.sqlite");
  build(file, write::kLinkRows, packed.rows());
  for (const char* view : {"links", "link", "link_host"})
    CHECK(compare(Reading(file), view, json.rows()) == hard_texts().size() * kLinkStatusCount);
  CHECK(flaws(file) == "ok");
  CHECK(folder.names() == std::vector<std::string>{"x.sqlite"});
}

TEST_CASE("the view entities is what JSON Lines say") {
  const Folder folder;
  const Samples samples;
  write::JsonWriter json;
  database::SqliteWriter packed;
  samples.entities_to(json);
  samples.entities_to(packed);
  const std::string file = folder.path("x.sqlite");
  build(file, write::kEntityRows, packed.rows());
  for (const char* view : {"entities", "tree"})
    CHECK(compare(Reading(file), view, json.rows()) == hard_texts().size());
  CHECK(flaws(file) == "ok");
}

TEST_CASE("the view diagnostics is what JSON Lines say") {
  const Folder folder;
  const Samples samples;
  write::JsonWriter json;
  database::SqliteWriter packed;
  samples.diagnostics_to(json);
  samples.diagnostics_to(packed);
  const std::string file = folder.path("x.sqlite");
  build(file, write::kDiagnosticRows, packed.rows());
  for (const char* view : {"diagnostics", "\"check\""})
    CHECK(compare(Reading(file), view, json.rows()) == hard_texts().size() * 2);
  CHECK(flaws(file) == "ok");
}

TEST_CASE("no name is to be quoted, but in what version 3 had") {
  const Folder folder;
  const std::string file = folder.path("x.sqlite");
  build(file, write::kLinkRows, {});
  const Reading reading(file);
  const auto names = reading.rows(
      "SELECT s.name, c.name FROM sqlite_schema AS s, pragma_table_info(s.name) AS c "
      "WHERE s.type IN ('table', 'view') AND s.name NOT LIKE 'sqlite_%'");
  CHECK(names.size() > 150);
  std::set<std::string> quoted;
  for (const auto& row : names) {
    const std::string query = "SELECT " + *row[1] + " FROM " + *row[0];
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(reading.handle(), query.c_str(), -1, &statement, nullptr) != SQLITE_OK)
      quoted.insert(*row[0]);
    sqlite3_finalize(statement);
  }
  CHECK(quoted == std::set<std::string>{"check", "link", "link_host"});
}

TEST_CASE("rows make sense in any batches, and the bytes of the file do not depend on them") {
  const Folder folder;
  const Samples samples;
  database::SqliteWriter whole;
  samples.links_to(whole);
  build(folder.path("whole"), write::kLinkRows, whole.rows());
  Result<Database> database = Database::create(folder.path("pieces"), "pieces", write::kLinkRows);
  REQUIRE(database);
  database::SqliteWriter writer;
  for (const Link& link : samples.links()) {
    writer.link(link);
    REQUIRE(database->insert(writer.rows()));
    writer.clear();
  }
  REQUIRE(database->finish());
  CHECK((read_file(folder.path("pieces")) == read_file(folder.path("whole"))));
  CHECK(Reading(folder.path("whole")).value("SELECT count(*) FROM message") ==
        std::to_string(hard_texts().size()));
}

TEST_CASE("links --unique: rows that come one by one, with their counts") {
  const Folder folder;
  const Samples samples;
  database::SqliteWriter writer;
  write::JsonWriter json;
  std::uint64_t count = 0;
  for (const Link& link : samples.links()) {
    ++count;
    writer.unique_link(writer.link_row(link), count);
    json.link(link);
    json.end_message();
  }
  const std::string file = folder.path("x.sqlite");
  build(file, write::kLinkRows, writer.rows());
  const Reading reading(file);
  CHECK(compare(reading, "link", json.rows()) == count);
  CHECK(reading.value("SELECT sum(count) FROM link_host") == std::to_string(count * (count + 1) / 2));
  CHECK(reading.value("SELECT count(*) FROM message") == std::to_string(hard_texts().size()));
}

TEST_CASE("hosts and their registrable domains") {
  struct Case {
    std::optional<std::string> host;
    std::string domain, why;
  };
  const std::vector<Case> cases = {
      {"www.example.co.uk", "example.co.uk", "a suffix of two labels"},
      {"a.b.example.com", "example.com", "more labels than the domain has"},
      {"192.0.2.1", "192.0.2.1", "an address stands for itself"},
      {"[2001:db8::1]", "[2001:db8::1]", "so does this one"},
      {"a.\xc3\xbc.example.com", "example.com", "not ASCII"},
      {"x.xn--bcher-kva.example", "xn--bcher-kva.example", "punycode"},
      {std::nullopt, "(null)", "no host"},
  };
  const Folder folder;
  std::string rows;
  for (std::size_t i = 0; i < cases.size(); ++i) rows += packed_link("s", i + 1, "x:y", cases[i].host);
  build(folder.path("x.db"), write::kLinkRows, rows);
  const Reading reading(folder.path("x.db"));
  const auto found = reading.rows("SELECT host, domain FROM link_host");
  const auto in_view = reading.rows("SELECT host FROM link");
  REQUIRE(found.size() == cases.size());
  REQUIRE(in_view.size() == cases.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    INFO(cases[i].why);
    CHECK(found[i][0] == cases[i].host);
    CHECK(in_view[i][0] == cases[i].host);
    CHECK(found[i][1].value_or("(null)") == cases[i].domain);
  }
}

TEST_CASE("queries use the indices, and rows come in the order of the input") {
  struct Case {
    std::string sql, plan, why;
  };
  const std::vector<Case> cases = {
      {"SELECT * FROM link_host WHERE host = 'h'", "reference_host", "all references to a host"},
      {"SELECT * FROM link_host WHERE domain = 'd'", "reference_host", "to a domain"},
      {"SELECT * FROM link_host WHERE host = 'h' AND status = 'absolute'", "reference_host",
       "the host says more than the status"},
      {"SELECT * FROM links WHERE host = 'h' AND status = 'absolute'", "reference_host",
       "as the view of version 3"},
      {"SELECT * FROM links WHERE base = 'http://a/'", "reference_base", "all that used a base"},
      {"SELECT * FROM links WHERE status = 'resolved'", "reference_status", "all with a status"},
      {"SELECT * FROM links WHERE source = 's' AND message = 1", "reference_part", "all of a message"},
      {"SELECT * FROM links WHERE message_id = 'i'", "message_message_id", "all of a Message-ID"},
      {"SELECT * FROM entities WHERE base = 'http://a/'", "entity_base", "parts that a base rules"},
      {"SELECT * FROM diagnostics WHERE code = 'no-base'", "diagnostic_code", "diagnostics of a code"},
  };
  const Folder folder;
  const std::string file = folder.path("x.db");
  // SQLite reads all of a table that its statistics call small or uniform.
  std::string rows;
  for (std::size_t i = 1; i <= 500; ++i) {
    const std::string number = std::to_string(i);
    rows += packed_link("s", i, "http://a/" + number, 'h' + number, i % 5 == 0 ? "http://b/" + number : "");
  }
  build(file, write::kLinkRows, rows);
  const Reading reading(file);
  for (const Case& row : cases) {
    const std::string plan = reading.plan(row.sql);
    INFO(row.why << ": " << plan);
    CHECK(plan.find(row.plan) != std::string::npos);
    CHECK(plan.find("SCAN r;") == std::string::npos);
  }
  CHECK(reading.plan("SELECT * FROM links").starts_with("SCAN r;"));
  CHECK(reading.plan("SELECT * FROM entities").starts_with("SCAN r;"));
  CHECK(reading.plan("SELECT * FROM diagnostics").starts_with("SCAN r;"));
}

TEST_CASE("a hundred thousand rows in flat memory") {
  const Folder folder;
  const std::string file = folder.path("x.sqlite");
  Result<Database> database = Database::create(file, file, write::kLinkRows);
  REQUIRE(database);
  sqlite3_memory_highwater(1);
  const std::string path(1000, 'x');
  std::string rows;
  constexpr int kRows = 100'000;
  for (int i = 0; i < kRows; ++i) {
    const std::string host = "h" + std::to_string(i) + ".example.com";
    rows += packed_link("s", i + 1, "http://" + host + '/' + path, host);
    if (rows.size() < (1 << 20) && i + 1 < kRows) continue;
    REQUIRE(database->insert(rows));
    rows.clear();
  }
  REQUIRE(database->finish());
  CHECK(std::filesystem::file_size(file) > std::uintmax_t{kRows} * 1000);
  CHECK(sqlite3_memory_highwater(0) > 1 << 20);
  CHECK(sqlite3_memory_highwater(0) < 48 << 20);
  CHECK(Reading(file).value("SELECT count(*) FROM host") == std::to_string(kRows));
}

}  // namespace mimebase::test
