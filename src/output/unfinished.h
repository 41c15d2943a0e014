// Temporary names of unfinished outputs, and what runs leave that are killed.
//
// An unfinished output of NAME is beside it, as `.mimebase.NAME.XXXXXX`. It is locked while its run lives,
// also if that run is another program. The next run for the same NAME removes those that are not locked.
#pragma once

#include <string>

namespace mimebase::output {

// Returns the folder that contains `path`.
[[nodiscard]] std::string folder_of(const std::string& path);

// Each creates what does not exist before under a temporary name for `target`, with mode 0777 or 0666 less
// the process's umask, and locks it until `descriptor` is closed. Removes what is left of killed runs before.
// All functions return 0 or an errno.
[[nodiscard]] int create_unfinished_folder(const std::string& target, std::string& name, int& descriptor);
[[nodiscard]] int create_unfinished_file(const std::string& target, std::string& name, int& descriptor);
// Gives a temporary name to an open file that has none, and locks it.
[[nodiscard]] int link_unfinished_file(const std::string& target, std::string& name, int descriptor);
// Moves what is at `target` out of the way. What has such a name is never removed by another run.
[[nodiscard]] int set_aside(const std::string& target, std::string& name);

}  // namespace mimebase::output
