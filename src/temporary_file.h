// Files for what does not fit into memory.
#pragma once

namespace mimebase {

// Opens a file that nobody else sees and that is gone with its descriptor, in the folder for temporary files:
// $TMPDIR, else /tmp. -1 (errno says why) where that cannot be.
[[nodiscard]] int open_temporary_file();

}  // namespace mimebase
