#include "database/existing_database.h"

#include <endian.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <map>
#include <string_view>

#include "database/sqlite_schema.h"

namespace mimebase::database {
namespace {

using namespace std::string_view_literals;

// SQLite file format, section 1.3.
constexpr std::string_view kMagic = "SQLite format 3\0"sv;
constexpr std::size_t kVersionAt = 60, kApplicationAt = 68;
using Header = std::array<char, 100>;

// Returns the first bytes of the file, padded with 0.
Header header_of(const std::string& file) {
  Header header = {};
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (descriptor < 0) return header;
  if (pread(descriptor, header.data(), header.size(), 0) < 0) header = {};
  close(descriptor);
  return header;
}

bool begins_as_sqlite(const Header& header) {
  return std::string_view(header.data(), header.size()).starts_with(kMagic);
}

std::int64_t number_at(const Header& header, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, header.data() + at, sizeof number);
  return be32toh(number);
}

// The schema's entries by name: a description for errors, and the SQL.
struct Entry {
  std::string name, made;
};
using Schema = std::map<std::string, Entry, std::less<>>;

Result<Schema> schema_of(const Connection& connection) {
  Statement statement;
  if (!statement.prepare(
          connection.handle(),
          "SELECT name, iif(sql LIKE 'CREATE VIRTUAL%', 'virtual ', '') || type || ' \"' || name "
          "|| '\"', type || ' ' || tbl_name || ' ' || ifnull(sql, '') FROM sqlite_schema"))
    return connection.error();
  Schema schema;
  while (statement.step()) {
    schema[std::string(statement.text(0))] = {std::string(statement.text(1)), std::string(statement.text(2))};
  }
  if (statement.failed()) return connection.error();
  return schema;
}

// Returns the schema as this build makes it.
Result<Schema> schema_of_ours() {
  Connection connection;
  if (Result<void> opened = connection.open_in_memory(); !opened) return opened.error();
  for (const std::string& sql : {create_tables_and_views(), std::string(kCreateIndices)}) {
    if (Result<void> done = connection.execute(sql.c_str()); !done) return done.error();
  }
  Result<Schema> schema = schema_of(connection);
  // Other builds of SQLite store more statistics in ANALYZE, which anybody may have run.
  if (schema)
    (*schema)["sqlite_stat4"] = {{},
                                 "table sqlite_stat4 CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"};
  return schema;
}

// Describes the first difference from our schema; empty if there is none.
Result<std::string> difference(const Connection& connection) {
  const Result<Schema> schema = schema_of(connection);
  if (!schema) return schema.error();
  const Result<Schema> ours = schema_of_ours();
  if (!ours) return ours.error();
  for (const auto& [name, entry] : *schema) {
    const auto found = ours->find(name);
    if (found == ours->end()) return "has the " + entry.name + ", which mimebase did not create";
    if (found->second.made != entry.made)
      return "has a " + entry.name + " that differs from the one that mimebase creates";
  }
  for (const auto& [name, entry] : *ours) {
    if (name != "sqlite_stat4" && !schema->contains(name)) return "lacks the " + entry.name;
  }
  return std::string();
}

bool surely_has_no_rows(const std::string& file) {
  Connection connection;
  if (!connection.open_existing(file, file, Connection::Access::kRead)) return false;
  if (const Result<std::int64_t> all = connection.number("SELECT count(*) FROM sqlite_schema");
      all && *all == 0)
    return true;
  const Result<std::string> found = difference(connection);
  if (!found || !found->empty()) return false;
  const Result<std::int64_t> sources = connection.number("SELECT EXISTS (SELECT 1 FROM source)");
  return sources && *sources == 0;
}

}  // namespace

bool may_hold_rows(const std::string& file) {
  if (!begins_as_sqlite(header_of(file))) return false;
  // These files hold rows that are not yet in the database.
  for (const char* beside : {"-wal", "-journal"}) {
    struct stat status = {};
    if (lstat((file + beside).c_str(), &status) == 0) return true;
  }
  return !surely_has_no_rows(file);
}

bool is_database(const std::string& file) {
  return begins_as_sqlite(header_of(file));
}

bool is_our_database(const std::string& file) {
  const Header header = header_of(file);
  return begins_as_sqlite(header) && number_at(header, kApplicationAt) == kApplicationId;
}

void remove_files_beside(const std::string& file) {
  for (const char* ending : kEndingsBeside) unlink((file + ending).c_str());
}

Result<void> open_ours(Connection& connection, const std::string& file, const std::string& display_name,
                       Connection::Access access) {
  const auto refuse = [&display_name](const std::string& reason) {
    return Error{Error::Code::kUnwritable, display_name + ": " + reason};
  };
  if (::access(file.c_str(), R_OK) != 0) return refuse(std::strerror(errno));
  const Header header = header_of(file);
  if (!begins_as_sqlite(header) || number_at(header, kApplicationAt) != kApplicationId)
    return refuse(begins_as_sqlite(header) ? "is a database of another program, not of mimebase"
                                           : "is not a mimebase database");
  if (const std::int64_t version = number_at(header, kVersionAt); version != kSchemaVersion) {
    return refuse(
        fmt::format("is a database of {} version of mimebase (schema version {}, this program needs {}): "
                    "create a new one",
                    version < kSchemaVersion ? "an earlier" : "a later or another", version, kSchemaVersion));
  }
  if (Result<void> opened = connection.open_existing(file, display_name, access); !opened) return opened;
  if (access == Connection::Access::kRead) return {};
  const Result<std::string> found = difference(connection);
  if (!found) return found.error();
  return found->empty() ? Result<void>() : Result<void>(refuse(*found + ": it cannot be added to"));
}

}  // namespace mimebase::database
