// Files by their descriptors.
#pragma once

#include <string_view>

struct stat;

namespace mimebase {

// Opens a file in $TMPDIR, or /tmp by default, for data that does not fit into memory. No other program sees
// it, and closing the descriptor deletes it. Returns -1 and sets errno on failure.
[[nodiscard]] int open_temporary_file();

// fstat() by the system call that takes no path. The sandbox refuses those that take one, which the C library
// may use. Returns 0, or -1 and sets errno.
[[nodiscard]] int status_of_open(int descriptor, struct stat& status);

// Writes all bytes. Returns 0 or an errno.
[[nodiscard]] int write_all(int descriptor, std::string_view bytes);

}  // namespace mimebase
