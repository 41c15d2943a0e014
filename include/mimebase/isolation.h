// What keeps the processes apart that read mail (RunOptions::isolation), and what a program does for them.
#pragma once

#include <string>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// What this system and this build enforce, for people: "seccomp, Landlock"; "none" where it is neither.
[[nodiscard]] MIMEBASE_API std::string isolation();

// A process that may open nothing cannot load the C library's module for a charset. A program that defines
// iconv_open() itself, and there calls this with both names before the C library's, spares it the trying: the
// process is replaced by one that has the module. Does nothing in any other process.
MIMEBASE_API void charset_is_wanted(const char* name);

}  // namespace v0_2
}  // namespace mimebase
