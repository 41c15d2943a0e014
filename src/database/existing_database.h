// Database files that are there already: what they are is found out before anything is done to them, and
// without running anything that stands in them.
#pragma once

#include <string>

#include "database/sqlite.h"
#include "mimebase/result.h"

namespace mimebase::database {

// True of an SQLite database, unless it is sure that it has no rows: whoever made it, and also where it
// cannot be looked at.
[[nodiscard]] bool may_hold_rows(const std::string& file);

// True of a file that begins as an SQLite database does, whoever made it.
[[nodiscard]] bool is_database(const std::string& file);

// Removes what an SQLite database that was there before has left: a log would be taken for one of the
// database that has its name now.
void remove_files_beside(const std::string& file);

// Opens a database of ours. Fails (kUnwritable) where it is none, or one of another version, before SQLite
// sees it, so that nothing is written. To be added to, it must have nothing in its schema that is not as we
// make it, which is named, and lack nothing: nothing of others runs when rows are added. For reading others
// may have added what they like.
[[nodiscard]] Result<void> open_ours(Connection& connection, const std::string& file,
                                     const std::string& display_name, Connection::Access access);

}  // namespace mimebase::database
