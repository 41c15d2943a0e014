// Files by their descriptors.
#pragma once

#include <string_view>

namespace mimebase {

// Opens a file in $TMPDIR, or /tmp by default, for data that does not fit into memory. No other program sees
// it, and closing the descriptor deletes it. Returns -1 and sets errno on failure.
[[nodiscard]] int open_temporary_file();

// Writes all bytes. Returns 0 or an errno.
[[nodiscard]] int write_all(int descriptor, std::string_view bytes);

}  // namespace mimebase
