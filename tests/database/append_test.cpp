// Adding to a database: rows are never stored twice, whichever command stored them.
#include "database_support.h"

namespace mimebase::test {
namespace {

using database::Database;
using database::SourceIdentity;

// Adds one source with `links` links. Returns whether the database took it.
bool add(const std::string& file, const write::Rows& kind, const SourceIdentity& source, int links) {
  Result<Database> database = std::filesystem::exists(file) ? Database::append_to(file, file, kind)
                                                            : Database::create(file, file, kind);
  REQUIRE(database);
  const Result<bool> wanted = database->begin_source(source);
  REQUIRE(wanted);
  for (int i = 1; *wanted && i <= links; ++i) {
    const auto number = static_cast<std::uint64_t>(i);
    REQUIRE(database->insert(packed_link(source.name, number, "http://a.example/", "a.example")));
  }
  REQUIRE(database->finish());
  return *wanted;
}

std::string packed_entity(std::string_view source, std::uint64_t number, const std::string& part) {
  MessageInfo message;
  message.source = source;
  message.number = number;
  Entity entity;
  entity.message = &message;
  entity.part = part;
  entity.content_type = "text/html";
  database::SqliteWriter writer;
  writer.entity(entity);
  return std::string(writer.rows());
}

}  // namespace

TEST_CASE("a source is passed over if it is there with the same name, size and digest") {
  struct Case {
    SourceIdentity source;
    bool is_taken;
    const char* why;
  };
  const Case cases[] = {
      {{"a.mbox", 10, "d1"}, true, "a new database takes all"},
      {{"a.mbox", 10, "d1"}, false, "there already"},
      {{"b.mbox", 10, "d1"}, true, "another name"},
      {{"a.mbox", 11, "d2"}, true, "it has grown"},
      {{"a.mbox", 10, "d3"}, true, "other bytes"},
      {{"a.mbox", 11, "d2"}, false, "also what was added later"},
      {{"c.mbox", {}, {}}, true, "nothing known of it"},
      {{"c.mbox", {}, {}}, true, "nothing known of it again"},
  };
  const Folder folder;
  const std::string file = folder.path("x.sqlite");
  int taken = 0;
  for (const Case& row : cases) {
    INFO(row.why);
    CHECK(add(file, write::kLinkRows, row.source, 3) == row.is_taken);
    taken += row.is_taken ? 1 : 0;
    CHECK(Reading(file).value("SELECT count(*) FROM link") == std::to_string(taken * 3));
    CHECK(flaws(file) == "ok");
    CHECK(folder.names() == std::vector<std::string>{"x.sqlite"});
  }
  CHECK(Reading(file).value("SELECT count(*) FROM host") == "1");
  CHECK(Reading(file).value("PRAGMA journal_mode") == "delete");
}

TEST_CASE("within one run a new database takes a source twice, as the other formats do") {
  const Folder folder;
  const std::string file = folder.path("x.sqlite");
  Result<Database> database = Database::create(file, file, write::kLinkRows);
  REQUIRE(database);
  for (int i = 0; i < 2; ++i) {
    const Result<bool> wanted = database->begin_source({"a.mbox", 10, "d1"});
    REQUIRE(wanted);
    CHECK(*wanted);
    REQUIRE(database->insert(packed_link("a.mbox", 1, "http://a/")));
  }
  REQUIRE(database->finish());
  CHECK(Reading(file).value("SELECT count(*) FROM link") == "2");
}

TEST_CASE("another command completes the messages that are there") {
  const Folder folder;
  const std::string file = folder.path("x.sqlite");
  const SourceIdentity source{"a.mbox", 10, "d1"};
  CHECK(add(file, write::kLinkRows, source, 2));
  for (const bool is_first : {true, false}) {
    Result<Database> database = Database::append_to(file, file, write::kEntityRows);
    REQUIRE(database);
    const Result<bool> wanted = database->begin_source(source);
    REQUIRE(wanted);
    CHECK(*wanted == is_first);
    if (is_first) {
      REQUIRE(database->insert(packed_entity("a.mbox", 2, "1")));
      REQUIRE(database->insert(packed_entity("a.mbox", 3, "1")));
    }
    REQUIRE(database->finish());
  }
  const Reading reading(file);
  CHECK(reading.value("SELECT count(*) FROM source") == "1");
  CHECK(reading.value("SELECT count(*) FROM message") == "3");
  CHECK(reading.value("SELECT count(*) FROM part") == "3");
  CHECK(reading.value("SELECT group_concat(message) FROM tree") == "2,3");
  CHECK(reading.value("SELECT has_links + 2 * has_tree + 4 * has_check FROM source") == "3");
  CHECK(flaws(file) == "ok");
}

TEST_CASE("a source without rows is remembered") {
  const Folder folder;
  const std::string file = folder.path("x.sqlite");
  CHECK(add(file, write::kDiagnosticRows, {"clean.mbox", 5, "d"}, 0));
  CHECK_FALSE(add(file, write::kDiagnosticRows, {"clean.mbox", 5, "d"}, 0));
}

TEST_CASE("many sources are added in several transactions, each whole") {
  const Folder folder;
  const std::string file = folder.path("x.sqlite");
  add(file, write::kLinkRows, {"first", 1, "d"}, 1);
  Result<Database> database = Database::append_to(file, file, write::kLinkRows);
  REQUIRE(database);
  const std::string url = "http://a.example/" + std::string(100'000, 'x');
  for (int source = 0; source < 100; ++source) {
    const std::string name = "s" + std::to_string(source);
    REQUIRE(database->begin_source({name, 1, "d"}));
    for (std::uint64_t i = 1; i <= 2; ++i) REQUIRE(database->insert(packed_link(name, i, url)));
  }
  // Concurrent readers see complete sources only.
  const Reading meanwhile(file);
  const auto counts = meanwhile.rows("SELECT source, count(*) FROM link GROUP BY source");
  CHECK(counts.size() > 50);
  CHECK(counts.size() < 101);
  for (const auto& row : counts) CHECK(row[1].value_or("") == (row[0] == "first" ? "1" : "2"));
  REQUIRE(database->finish());
  CHECK(Reading(file).value("SELECT count(*) FROM link") == "201");
  CHECK(flaws(file) == "ok");
}

}  // namespace mimebase::test
