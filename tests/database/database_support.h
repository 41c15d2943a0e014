// Helpers for the tests of databases: files and queries.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "database/database.h"
#include "database/sqlite_writer.h"
#include "support.h"

namespace mimebase::test {

// Reads a database like any other program.
class Reading {
 public:
  using Row = std::vector<std::optional<std::string>>;

  explicit Reading(const std::string& file) {
    sqlite3* handle = nullptr;
    sqlite3_open_v2(file.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr);
    handle_.reset(handle);
  }
  // Returns all rows, with values as text. If the query fails, returns one row with the error.
  [[nodiscard]] std::vector<Row> rows(const std::string& sql) const {
    sqlite3_stmt* raw = nullptr;
    const int prepared = sqlite3_prepare_v2(handle_.get(), sql.c_str(), -1, &raw, nullptr);
    if (prepared != SQLITE_OK) return {{sqlite3_errmsg(handle_.get())}};
    std::vector<Row> rows;
    int step = 0;
    while ((step = sqlite3_step(raw)) == SQLITE_ROW) {
      Row& row = rows.emplace_back();
      for (int i = 0; i < sqlite3_column_count(raw); ++i) {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(raw, i));
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(raw, i));
        row.push_back(text != nullptr ? std::optional<std::string>(std::in_place, text, size) : std::nullopt);
      }
    }
    sqlite3_finalize(raw);
    if (step != SQLITE_DONE) return {{sqlite3_errmsg(handle_.get())}};
    return rows;
  }
  // Returns the first column of the first row.
  [[nodiscard]] std::string value(const std::string& sql) const {
    const std::vector<Row> all = rows(sql);
    return all.empty() ? "(nothing)" : all.front().front().value_or("(null)");
  }
  // Returns SQLite's plan for a query.
  [[nodiscard]] std::string plan(const std::string& sql) const {
    std::string plan;
    for (const Row& row : rows("EXPLAIN QUERY PLAN " + sql)) plan += row.back().value_or("") + "; ";
    return plan;
  }
  [[nodiscard]] sqlite3* handle() const { return handle_.get(); }

 private:
  struct Closer {
    void operator()(sqlite3* handle) const { sqlite3_close(handle); }
  };
  std::unique_ptr<sqlite3, Closer> handle_;
};

// Returns "ok", or SQLite's complaints about the file.
inline std::string flaws(const std::string& file) {
  const Reading reading(file);
  if (const std::string found = reading.value("PRAGMA integrity_check"); found != "ok") return found;
  return reading.rows("PRAGMA foreign_key_check").empty() ? "ok" : "foreign keys";
}

// Runs statements like any other program.
inline void execute(const std::string& file, const std::string& sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
  INFO(sql);
  REQUIRE(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  REQUIRE(sqlite3_close(handle) == SQLITE_OK);
}

inline void build(const std::string& file, const write::Rows& kind, std::string_view rows) {
  Result<database::Database> database = database::Database::create(file, file, kind);
  REQUIRE(database);
  REQUIRE(database->insert(rows));
  REQUIRE(database->finish());
}

// Returns a packed link of message `number`, which is absolute unless it has a base.
inline std::string packed_link(std::string_view source, std::uint64_t number, const std::string& url,
                               const std::optional<std::string>& host = std::nullopt,
                               const std::string& base_url = {}) {
  MessageInfo message;
  message.source = source;
  message.number = number;
  BaseInfo base;
  if (!base_url.empty()) base = {base_url, BaseSection::kWithinContent, BaseBy::kContentBase, "HEADER"};
  Link link;
  link.message = &message;
  link.part = "1";
  link.content_type = "text/html";
  link.context = "a@href";
  link.reference = url;
  link.resolved = url;
  link.status = base_url.empty() ? LinkStatus::kAbsolute : LinkStatus::kResolved;
  link.base = base;
  link.host = host;
  database::SqliteWriter writer;
  writer.link(link);
  return std::string(writer.rows());
}

}  // namespace mimebase::test
