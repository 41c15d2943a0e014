// The C library's charsets in a process that can open nothing any more: it loads a module for each when that
// is first wanted.
#pragma once

#include <functional>
#include <string_view>

namespace mimebase::charset {

// Loads those that mail is full of, or `all`, for the rest of this process, which has one thread. From then
// on all others are missing: who wants one is told of by missing(), which may end the process.
void make_ready(bool all, std::function<void(std::string_view name)> missing);

// To be called before iconv_open(): tells of a charset that was not made ready. Does nothing in a process
// that was not.
void want(std::string_view name);

// Loads those that mail is full of.
void load_common();

}  // namespace mimebase::charset
