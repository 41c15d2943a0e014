// Preloads charsets of the C library, for a process that cannot open files any more. The library loads a
// module for each charset when it is first used.
#pragma once

#include <string_view>

#include "text/for_archive.h"
#include "text/late.h"

namespace mimebase::charset {

// Loads charsets for the rest of this process, which must have one thread: those of `wanted`. If the program
// does not call want() when the C library opens a converter, also those that are common in mail. Returns what
// is loaded.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE late::Modules make_ready(late::Modules wanted);

// Call this before iconv_open(): late::need() for the module of a charset.
MIMEBASE_FOR_ARCHIVE void want(std::string_view name);

// Loads the charsets that are common in mail, if the process still can.
void load_common();

}  // namespace mimebase::charset
