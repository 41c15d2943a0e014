// Location of the program that reads mail for a RowReader.
#pragma once

#include <string>

namespace mimebase {

// Returns the path of the program in helper/. The first of these applies:
// 1. the environment variable MIMEBASE_READ_ROWS, for tests;
// 2. the folder of the library, as in a build tree;
// 3. the installation folder relative to the library;
// 4. the installation folder that was configured.
[[nodiscard]] std::string helper_path();

}  // namespace mimebase
