// What an output is called before it has its name, and while it takes it.
#pragma once

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>

namespace mimebase::output {

// The folder that a path names something in.
[[nodiscard]] inline std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return path.substr(0, slash == 0 ? 1 : slash);
}

// `make` is called with names that begin with `start` and that nobody can guess, until one is free; gives its
// errno.
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
