// Where the program is that reads mail for a RowReader.
#pragma once

#include <string>

namespace mimebase {

// The path of the program in helper/: as the environment variable MIMEBASE_READ_ROWS says, for tests; else in
// the folder of the library, where a build has it, else where it is installed, seen from there; else where it
// was to be installed.
[[nodiscard]] std::string helper_path();

}  // namespace mimebase
