// The tables, indices and views of a database, as SQL, and what is put into them: by the tables of columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schema_version.h"
#include "write/columns.h"

namespace mimebase::database {

// PRAGMA application_id of a database of ours ("mimb"). PRAGMA user_version is kSchemaVersion.
inline constexpr std::int64_t kApplicationId = 0x6D696D62;

// A column of a table: of a range there are two.
struct SqlColumn {
  std::string name;
  const write::ColumnInfo* info;
};
// What `rows` keep in one place, in the order of their columns: at kHere also what is there as a name.
[[nodiscard]] std::vector<SqlColumn> columns_kept(const write::Rows& rows, write::Kept kept);

// "INSERT INTO table (before, ...) VALUES (?, ...)": `before` names what stands before the columns.
[[nodiscard]] std::string insertion(std::string_view table, std::string before,
                                    const std::vector<SqlColumn>& columns);

// All that stands before the first row.
[[nodiscard]] std::string create_tables_and_views();
// Made when the rows are there: sorting them once costs less than keeping them sorted.
extern const char* const kCreateIndices;

// Takes out what `rows` say of a source; what other commands know of it stays.
[[nodiscard]] std::string removal(const write::Rows& rows, std::int64_t source);

}  // namespace mimebase::database
