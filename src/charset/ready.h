// Preloads charsets of the C library, for a process that cannot open files any more. The library loads a
// module for each charset when it is first used.
#pragma once

#include <functional>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::charset {

// Loads the charsets that are common in mail, or `all`, for the rest of this process, which must have one
// thread. Afterwards, each request for another charset is reported to `missing`, which may end the process.
MIMEBASE_FOR_ARCHIVE void make_ready(bool all, std::function<void(std::string_view name)> missing);

// Call this before iconv_open(): it reports a charset that was not loaded. Does nothing unless make_ready()
// was called.
MIMEBASE_FOR_ARCHIVE void want(std::string_view name);

// Loads the charsets that are common in mail.
void load_common();

}  // namespace mimebase::charset
