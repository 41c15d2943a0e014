// Helpers for all tests: reading files, finding the corpora, and reporting skipped tests.
#pragma once

#include <stdlib.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

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

// The folder of messages and vectors by others: MIMEBASE_CORPORA, or shared/corpora next to the checkout. It
// may be missing; tests that need it then call skip().
inline std::filesystem::path corpora() {
  const char* folder = std::getenv("MIMEBASE_CORPORA");
  return folder != nullptr ? std::filesystem::path(folder)
                           : source_root().parent_path() / "shared" / "corpora";
}

// A temporary folder that is removed, with its contents, by the destructor.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "mimebase-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string path() const { return path_.string(); }
  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }
  // Also creates missing parent folders.
  [[nodiscard]] std::string write(const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  // Returns the names in it, in byte order.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
};

// Reports that a test case could not run, and why. The runner counts these lines.
inline void skip(const std::string& why) {
  std::printf("SKIPPED: %s\n", why.c_str());
}

}  // namespace mimebase::test
