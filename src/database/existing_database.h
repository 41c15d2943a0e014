// Existing database files. They are identified before anything is done to them, and none of their SQL is run.
#pragma once

#include <string>

#include "database/sqlite.h"
#include "mimebase/result.h"

namespace mimebase::database {

// True for an SQLite database by any program, unless it certainly has no rows. Also true if it cannot be
// examined.
[[nodiscard]] bool may_hold_rows(const std::string& file);

// True if the file begins as an SQLite database does, whatever program made it.
[[nodiscard]] bool is_database(const std::string& file);

// True if mimebase made the database, in whatever version.
[[nodiscard]] bool is_our_database(const std::string& file);

// The endings of the files that SQLite may have next to a database.
inline constexpr const char* kEndingsBeside[] = {"-wal", "-shm", "-journal"};

// Removes the journal files of an earlier SQLite database of that name. SQLite would otherwise apply such a
// log to the new database.
void remove_files_beside(const std::string& file);

// Opens a database made by mimebase. Files that are not, and those of another schema version, are refused
// (kUnwritable) before SQLite opens them, so nothing is written. Access::kWrite also requires exactly our
// schema, so that no SQL by others can run when rows are added; the error names the difference. For reading,
// additions by others are allowed.
[[nodiscard]] Result<void> open_ours(Connection& connection, const std::string& file,
                                     const std::string& display_name, Connection::Access access);

}  // namespace mimebase::database
