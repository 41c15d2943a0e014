// Files for data that does not fit into memory.
#pragma once

namespace mimebase {

// Opens a file in $TMPDIR, or /tmp by default. No other program sees it, and closing the descriptor deletes
// it. Returns -1 and sets errno on failure.
[[nodiscard]] int open_temporary_file();

}  // namespace mimebase
