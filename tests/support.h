// What the tests share: reading files, finding the corpora, and saying what was skipped.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace mimebase::test {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The root of this project's checkout.
inline std::filesystem::path source_root() {
  const char* root = std::getenv("MIMEBASE_SOURCE_ROOT");
  return root != nullptr ? root : std::filesystem::current_path();
}

// The folder of messages and vectors that this project did not write: MIMEBASE_CORPORA, else
// shared/corpora beside the checkout. It may be absent; tests that want it then call skip().
inline std::filesystem::path corpora() {
  const char* folder = std::getenv("MIMEBASE_CORPORA");
  return folder != nullptr ? std::filesystem::path(folder)
                           : source_root().parent_path() / "shared" / "corpora";
}

// Says that a test case could not run, and why; the runner counts these lines.
inline void skip(const std::string& why) {
  std::printf("SKIPPED: %s\n", why.c_str());
}

}  // namespace mimebase::test
