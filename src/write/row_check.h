// Validates rows from another process: could a RowWriter have written them?
#pragma once

#include <string_view>

#include "text/for_archive.h"

namespace mimebase::write {

// True if `rows` are complete lines of UTF-8 without characters that drive a terminal. `color` allows colour
// sequences ("\x1b[1m"). Lines end with LF or CRLF. This holds for everything written to a terminal, and for
// all rows in the text and JSON Lines formats.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool are_lines(std::string_view rows, bool color);

}  // namespace mimebase::write
