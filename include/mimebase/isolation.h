// What isolates the processes that read mail (RunOptions::isolation).
#pragma once

#include <string>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// What this system and this build enforce, for people: "seccomp, Landlock"; "none" where it is neither.
[[nodiscard]] MIMEBASE_API std::string isolation();

}  // namespace v0_2
}  // namespace mimebase
