// Describes the isolation of the processes that read mail (RunOptions::isolation).
//
//   std::cout << "isolation: " << mimebase::isolation() << '\n';
#pragma once

#include <string>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// Returns the names, for display, of the isolation mechanisms that this system and this build enforce:
// "seccomp, Landlock", one of the two, or "none".
[[nodiscard]] MIMEBASE_API std::string isolation();

}  // namespace v0_2
}  // namespace mimebase
