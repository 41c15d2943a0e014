// The version of the rows, for every format. It is defined nowhere else.
#pragma once

namespace mimebase {

// Increase it by one if a program that reads rows of the previous version may misread the new ones or fail: a
// key, column, table or view is added, removed or renamed, or changes its type, values or meaning. Keep it if
// the rows of the same mail differ only because a mistake was corrected.
//
// The `$id` of the JSON Schemas (write/describe.cpp), `PRAGMA user_version` of databases
// (write/sqlite_schema.cpp) and schema_version(), which `mimebase --schema-version` prints, are derived from
// it.
inline constexpr int kSchemaVersion = 6;

}  // namespace mimebase
