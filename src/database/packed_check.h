// Packed rows that another process has written: whether the database accepts them.
#pragma once

#include <string_view>

#include "write/columns.h"

namespace mimebase::database {

// Returns true for packed rows of this table (sqlite_writer.h) that the database accepts: each in the context
// that it needs, with every value that may not be missing.
[[nodiscard]] bool are_packed(std::string_view rows, const write::Rows& table);

}  // namespace mimebase::database
