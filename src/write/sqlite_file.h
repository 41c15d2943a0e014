// SQLite's view of a new file that is ours alone and need not have a name.
#pragma once

namespace mimebase::write {

// The name of a VFS (sqlite3_vfs) that opens a path as it is, be it one that /proc has for an open file,
// where SQLite's own follows symbolic links by their text. It locks nothing: nobody else knows of the file.
// Temporary files are as SQLite has them. Null without memory.
[[nodiscard]] const char* vfs_of_new_files();

}  // namespace mimebase::write
