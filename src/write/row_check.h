// Rows that another process has written: whether they are such as a RowWriter writes.
#pragma once

#include <string_view>

#include "write/columns.h"

namespace mimebase::write {

// True for lines of UTF-8 in which nothing drives a terminal. With `color` a line may have what sets colours
// ("\x1b[1m"). A line ends with LF or CRLF. All that is written to a terminal are such lines, and all rows as
// text and JSON Lines.
[[nodiscard]] bool are_lines(std::string_view rows, bool color);

// True for packed rows of this table (sqlite_writer.h) that the database accepts: each in the context that it
// needs, with every value that may not be missing.
[[nodiscard]] bool are_packed(std::string_view rows, const Rows& table);

}  // namespace mimebase::write
