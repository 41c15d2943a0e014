// Describes the isolation of the processes that read mail (RunOptions::isolation).
#pragma once

#include <string>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// The mechanisms that this system and this build enforce, for display: "seccomp, Landlock"; "none" if
// neither.
[[nodiscard]] MIMEBASE_API std::string isolation();

}  // namespace v0_2
}  // namespace mimebase
