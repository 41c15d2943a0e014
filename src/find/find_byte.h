// Fast search for one byte.
#pragma once

#include <cstddef>
#include <cstring>

namespace mimebase::find {

// Returns the first `byte` in [from, end), or null. An empty range may have null pointers, which memchr()
// does not accept even with a length of 0.
inline const char* find_byte(const char* from, const char* end, char byte) {
  if (from == end) return nullptr;
  return static_cast<const char*>(std::memchr(from, byte, static_cast<std::size_t>(end - from)));
}

}  // namespace mimebase::find
