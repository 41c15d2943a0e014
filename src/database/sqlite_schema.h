// The database schema as SQL, generated from the tables of columns.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "write/columns.h"

namespace mimebase::database {

// PRAGMA application_id of our databases ("mimb"). Their PRAGMA user_version is kSchemaVersion.
inline constexpr std::int64_t kApplicationId = 0x6D696D62;

// A column of a table. A range takes two columns.
struct SqlColumn {
  std::string name;
  const write::ColumnInfo* info;
};
// Returns the columns that `rows` store in one place, in order. Columns at kAsName count as kHere.
[[nodiscard]] std::vector<SqlColumn> columns_kept(const write::Rows& rows, write::Kept kept);

// Returns a list of these columns for SELECT. The tables are called as in the views: "r" is that of the rows.
[[nodiscard]] std::string selected(const write::Rows& rows, std::initializer_list<write::Kept> places);
// Returns the joins for the names of selected().
[[nodiscard]] std::string joins_of_names(const write::Rows& rows);

// Returns "INSERT INTO table (before, ...) VALUES (?, ...)". `before` lists columns that precede the others.
[[nodiscard]] std::string insertion(std::string_view table, std::string before,
                                    const std::vector<SqlColumn>& columns);

// Returns the SQL to run before the first row is inserted.
[[nodiscard]] std::string create_tables_and_views();
// The SQL to run after the last row, because building an index once is cheaper than updating it.
extern const char* const kCreateIndices;

// Returns SQL that removes the rows of one command for a source. Rows of other commands stay.
[[nodiscard]] std::string removal(const write::Rows& rows, std::int64_t source);

}  // namespace mimebase::database
