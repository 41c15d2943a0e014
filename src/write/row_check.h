// Rows that another process has written: whether they are such as a RowWriter writes.
#pragma once

#include <string_view>

namespace mimebase::write {

// True for lines of UTF-8 in which nothing drives a terminal. With `color` a line may have what sets colours
// ("\x1b[1m"). A line ends with LF or CRLF. All that is written to a terminal are such lines, and all rows as
// text and JSON Lines.
[[nodiscard]] bool are_lines(std::string_view rows, bool color);

}  // namespace mimebase::write
