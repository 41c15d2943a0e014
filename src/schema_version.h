// The version of the rows that are written, in every format: the only place that has it.
#pragma once

namespace mimebase {

// It grows by one if a program that reads rows of the version before may read these wrongly or not at all: a
// key, a column, a table or a view is added, removed or renamed, or its type, its values or its meaning
// change. It stays if the rows of the same mail differ because a mistake was corrected.
// From it come the `$id` of the JSON Schemas (write/describe.cpp), `PRAGMA user_version` of databases
// (write/sqlite_schema.cpp), and schema_version(), which `mimebase --schema-version` prints.
inline constexpr int kSchemaVersion = 5;

}  // namespace mimebase
