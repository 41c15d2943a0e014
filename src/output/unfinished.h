// Temporary names of unfinished outputs.
#pragma once

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>

namespace mimebase::output {

// Returns the folder that contains `path`.
[[nodiscard]] inline std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return path.substr(0, slash == 0 ? 1 : slash);
}

// Calls `make` with unpredictable names that begin with `start` until one is free. `make` returns false and
// sets errno on failure. Returns 0 or the errno of the last call.
template <typename Make>
int with_free_name(const std::string& start, std::string& name, Make make) {
  int error = EEXIST;
  for (int tries = 0; error == EEXIST && tries < 100; ++tries) {
    std::array<unsigned char, 6> random = {};
    if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) return EIO;
    name = start + '.';
    for (const unsigned char byte : random) name += "abcdefghijklmnopqrstuvwxyz234567"[byte % 32];
    error = make(name) ? 0 : errno;
  }
  if (error != 0) name.clear();
  return error;
}

}  // namespace mimebase::output
