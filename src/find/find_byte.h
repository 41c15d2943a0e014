// Looks for one byte, as fast as the C library does.
#pragma once

#include <cstddef>
#include <cstring>

namespace mimebase::find {

// Where `byte` is first from `from` to before `end`, or null. Nothing may have no address: memchr does not
// take a null pointer, not even for no bytes.
inline const char* find_byte(const char* from, const char* end, char byte) {
  if (from == end) return nullptr;
  return static_cast<const char*>(std::memchr(from, byte, static_cast<std::size_t>(end - from)));
}

}  // namespace mimebase::find
