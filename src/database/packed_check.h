// Validates packed rows from another process before they reach the database.
#pragma once

#include <string_view>

#include "write/columns.h"

namespace mimebase::database {

// True for packed rows (sqlite_writer.h) that the database can store. Each row must follow the records that
// it depends on, and no required value may be missing. All rows must be of `table`, unless it is null.
[[nodiscard]] bool are_packed(std::string_view rows, const write::Rows* table);

}  // namespace mimebase::database
