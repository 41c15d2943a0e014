#include "database/sqlite_schema.h"

#include <fmt/format.h>

#include <set>

namespace mimebase::database {
namespace {

constexpr std::string_view kOwnTables = R"(
CREATE TABLE option (  -- what all rows were made with
  name TEXT PRIMARY KEY,  -- as on the command line; what one command alone has: "links --status"
  value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,  -- bytes that are no UTF-8 as \xE9, and a backslash before xE9 as \x5C
  size INTEGER,   -- bytes
  digest TEXT,    -- SHA-256, hexadecimal, and the range and the first number where those were given
  has_links INTEGER NOT NULL DEFAULT 0,  -- 1: all was read; 2: not all, and the next run reads it anew
  has_tree INTEGER NOT NULL DEFAULT 0,
  has_check INTEGER NOT NULL DEFAULT 0,
  has_compare INTEGER NOT NULL DEFAULT 0,
  has_ledger INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX source_name ON source (name);
)";

// ANALYZE creates the table of statistics, which every run fills at its end.
constexpr std::string_view kEarlyIndices = R"(
CREATE INDEX base_url ON base (url);
CREATE INDEX host_domain ON host (domain);
ANALYZE;
)";

constexpr std::string_view kOfPart =
    "JOIN part AS p ON p.id = r.part JOIN message AS m ON m.id = p.message JOIN source AS s ON s.id = "
    "m.source "
    "LEFT JOIN base AS b ON b.id = r.base";
constexpr std::string_view kOfSource =
    "JOIN source AS s ON s.id = r.source LEFT JOIN message AS m ON m.id = r.message";

// Views of earlier schema versions, kept for compatibility. Some of their names need quotes.
constexpr std::string_view kViewsOfVersion3 = R"(
CREATE VIEW link_host AS SELECT {0}, domain, count FROM links;
CREATE VIEW link AS SELECT {0} FROM links;
CREATE VIEW tree AS SELECT {1} FROM entities;
CREATE VIEW "check" AS SELECT {2} FROM diagnostics;
)";

std::string definition(const SqlColumn& column) {
  const write::ColumnInfo& info = *column.info;
  const bool always = !info.nullable && info.when == write::When::kAlways;
  if (info.kept == write::Kept::kAsName)
    return fmt::format("{} INTEGER {}REFERENCES {}", column.name, always ? "NOT NULL " : "", info.key);
  return fmt::format("{} {}{}", column.name, is_text_stored(info) ? "TEXT" : "INTEGER",
                     always ? " NOT NULL" : "");
}

// `before` lists the columns that precede those of the rows.
std::string table(std::string_view name, std::string_view before, const write::Rows& rows, write::Kept kept,
                  std::string_view behind = ");\n") {
  std::string sql = fmt::format("CREATE TABLE {} (\n  {}", name, before);
  for (const SqlColumn& column : columns_kept(rows, kept)) sql += ",\n  " + definition(column);
  return sql.append("\n").append(behind);
}

// Tables of texts that many rows share.
std::string tables_of_names() {
  std::set<std::string_view> keys;
  for (const write::Rows* rows : {&write::kLinkRows, &write::kEntityRows, &write::kDiagnosticRows}) {
    for (const write::ColumnInfo& column : rows->columns) {
      if (column.kept == write::Kept::kAsName) keys.insert(column.key);
    }
  }
  std::string sql;
  for (const std::string_view key : keys) {
    // A host is in lower case if valid, and otherwise as written. Its registrable domain is ASCII, or the
    // host itself.
    sql += fmt::format("CREATE TABLE {} (\n  id INTEGER PRIMARY KEY,\n  name TEXT NOT NULL UNIQUE{}\n);\n",
                       key, key == "host" ? ",\n  domain TEXT NOT NULL" : "");
  }
  return sql;
}

std::string chain() {
  std::string members;
  for (const write::ColumnInfo& column : write::kCandidateRows.columns)
    members += fmt::format("{}'{}', {}", members.empty() ? "" : ", ", column.key, column.sql_name());
  return "(SELECT json_group_array(json_object(" + members +
         ")) FROM (SELECT * FROM candidate WHERE entity = r.id ORDER BY position))";
}

std::string stored_value(const write::ColumnInfo& column, std::string_view name) {
  if (column.kept == write::Kept::kAsName) return fmt::format("{}.name", column.key);
  constexpr std::string_view kTables[] = {"r", {}, "s", "m", "p", "b"};  // by Kept
  return fmt::format("{}.{}", kTables[static_cast<int>(column.kept)], name);
}

std::string value_in_view(const write::ColumnInfo& column) {
  const std::string_view name = column.sql_name();
  if (!column.stored.empty()) return std::string(column.stored);
  if (column.type == write::Type::kRange)
    return fmt::format("CASE WHEN r.{0}_start IS NOT NULL THEN json_array(r.{0}_start, r.{0}_end) END", name);
  if (column.type == write::Type::kOpens)
    return fmt::format(
        "CASE WHEN r.{0}_url IS NOT NULL THEN json_object('url', r.{0}_url) "
        "WHEN r.{0}_part IS NOT NULL THEN json_object('part', r.{0}_part) END",
        name);
  if (column.kept == write::Kept::kChain) return chain();
  return stored_value(column, name);
}

std::string view(const write::Rows& rows, std::string_view joins) {
  std::string values;
  for (const write::ColumnInfo& column : rows.columns) {
    if (column.when == write::When::kTable) continue;
    if (column.key == "count") values += ",\n  host.domain AS domain";
    values +=
        fmt::format("{}\n  {} AS {}", values.empty() ? "" : ",", value_in_view(column), column.view_name());
  }
  return fmt::format("CREATE VIEW {} AS SELECT{}\nFROM {} AS r {}{};\n", rows.view, values, rows.table, joins,
                     joins_of_names(rows));
}

// Lists the columns of a view under the keys themselves.
std::string keys(const write::Rows& rows) {
  std::string names;
  for (const write::ColumnInfo& column : rows.columns) {
    if (column.when != write::When::kAlways) continue;
    names.append(names.empty() ? "" : ", ").append(column.view_name());
    if (column.view_name() != column.key) names += fmt::format(" AS \"{}\"", column.key);
  }
  return names;
}

}  // namespace

std::vector<SqlColumn> columns_kept(const write::Rows& rows, write::Kept kept) {
  std::vector<SqlColumn> columns;
  for (const write::ColumnInfo& column : rows.columns) {
    if (!is_in(column, kept)) continue;
    std::string name(column.sql_name());
    if (column.type == write::Type::kRange) {
      columns.push_back({name + "_start", &column});
      name += "_end";
    } else if (column.type == write::Type::kOpens) {
      columns.push_back({name + "_url", &column});
      name += "_part";
    }
    columns.push_back({std::move(name), &column});
  }
  return columns;
}

std::string selected(const write::Rows& rows, std::initializer_list<write::Kept> places) {
  std::string list;
  for (const write::Kept kept : places) {
    for (const SqlColumn& column : columns_kept(rows, kept))
      list.append(list.empty() ? "" : ", ").append(stored_value(*column.info, column.name));
  }
  return list;
}

// LEFT JOIN prevents the planner from starting with a small table, and keeps the rows in order. If a query
// constrains a value of such a table, SQLite turns the join into an inner one and uses the index.
std::string joins_of_names(const write::Rows& rows) {
  std::string joins;
  for (const write::ColumnInfo& column : rows.columns) {
    if (column.kept == write::Kept::kAsName)
      joins += fmt::format(" LEFT JOIN {0} ON {0}.id = r.{0}", column.key);
  }
  return joins;
}

std::string insertion(std::string_view table, std::string before, const std::vector<SqlColumn>& columns) {
  for (const SqlColumn& column : columns) before.append(before.empty() ? "" : ", ").append(column.name);
  std::string values = "?";
  for (const char c : before) values += c == ',' ? ", ?" : "";
  return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, before, values);
}

std::string create_tables_and_views() {
  constexpr std::string_view kId = "id INTEGER PRIMARY KEY";
  const auto with_id = [kId](std::string_view before) { return fmt::format("{},\n  {}", kId, before); };
  std::string sql =
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId, kSchemaVersion);
  sql += kOwnTables;
  sql += table("message", with_id("source INTEGER NOT NULL REFERENCES source"), write::kLinkRows,
               write::Kept::kMessage);
  sql += table("part", with_id("message INTEGER NOT NULL REFERENCES message"), write::kLinkRows,
               write::Kept::kPart);
  sql += table("base", kId, write::kLinkRows, write::Kept::kBase);
  sql += tables_of_names();
  const std::string of_part =
      with_id("part INTEGER NOT NULL REFERENCES part,\n  base INTEGER NOT NULL REFERENCES base");
  sql += table(write::kLinkRows.table, of_part, write::kLinkRows, write::Kept::kHere);
  sql += table(write::kEntityRows.table, of_part, write::kEntityRows, write::Kept::kHere);
  sql += table(
      write::kCandidateRows.table, "entity INTEGER NOT NULL REFERENCES entity,\n  position INTEGER NOT NULL",
      write::kCandidateRows, write::Kept::kHere, "  , PRIMARY KEY (entity, position)\n) WITHOUT ROWID;\n");
  for (const write::Rows* rows : {&write::kDiagnosticRows, &write::kComparisonRows, &write::kLedgerRows}) {
    sql += table(rows->table,
                 with_id("source INTEGER NOT NULL REFERENCES source,\n"
                         "  message INTEGER REFERENCES message"),
                 *rows, write::Kept::kHere);
  }
  sql += view(write::kLinkRows, kOfPart) + view(write::kEntityRows, kOfPart) +
         view(write::kDiagnosticRows, kOfSource) + view(write::kComparisonRows, kOfSource) +
         view(write::kLedgerRows, kOfSource);
  sql += fmt::format(kViewsOfVersion3, keys(write::kLinkRows), keys(write::kEntityRows),
                     keys(write::kDiagnosticRows));
  return sql.append(kEarlyIndices);
}

// A row is found by source, message and part with source_name, message_source and part_message.
const char* const kCreateIndices = R"(
CREATE INDEX message_source ON message (source, number);
CREATE INDEX message_message_id ON message (message_id);
CREATE INDEX part_message ON part (message, name);
CREATE INDEX reference_part ON reference (part);
CREATE INDEX reference_host ON reference (host) WHERE host IS NOT NULL;
CREATE INDEX reference_base ON reference (base);
CREATE INDEX reference_status ON reference (status);
CREATE INDEX entity_part ON entity (part);
CREATE INDEX entity_base ON entity (base);
CREATE INDEX diagnostic_source ON diagnostic (source);
CREATE INDEX diagnostic_message ON diagnostic (message);
CREATE INDEX diagnostic_code ON diagnostic (code);
CREATE INDEX comparison_source ON comparison (source);
CREATE INDEX comparison_message ON comparison (message);
CREATE INDEX ledger_entry_source ON ledger_entry (source);
CREATE INDEX ledger_entry_message ON ledger_entry (message);
)";

std::string removal(const write::Rows& rows, std::int64_t source) {
  const std::string parts = fmt::format(
      "SELECT part.id FROM message JOIN part ON part.message = message.id WHERE message.source = {}", source);
  std::string sql;
  if (&rows == &write::kEntityRows)
    sql = fmt::format("DELETE FROM candidate WHERE entity IN (SELECT id FROM entity WHERE part IN ({}));",
                      parts);
  sql += fmt::format("DELETE FROM {} WHERE ", rows.table);
  sql += write::has_no_part(rows) ? fmt::format("source = {};", source) : fmt::format("part IN ({});", parts);
  return sql + fmt::format(
                   R"(
UPDATE source SET has_{1} = 0 WHERE id = {0};
DELETE FROM part WHERE message IN (SELECT id FROM message WHERE source IN ({2}));
DELETE FROM message WHERE source IN ({2});
DELETE FROM source WHERE id IN ({2}))",
                   source, rows.name,
                   fmt::format("SELECT id FROM source WHERE id = {} AND has_links + has_tree + has_check + "
                               "has_compare + has_ledger = 0",
                               source));
}

}  // namespace mimebase::database
