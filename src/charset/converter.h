// Converters to UTF-8, kept open: glibc loads and unloads a module for each that is opened and closed.
#pragma once

#include <glib.h>

#include <string>

namespace mimebase::charset {

// This thread's converter from `name` to UTF-8 in its initial state, or null where there is none. It stays
// the cache's, and is good until the next call.
[[nodiscard]] GIConv converter_to_utf8(const std::string& name);

}  // namespace mimebase::charset
