// What the tests share: reading files, finding the corpora, and saying what was skipped.
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

// The folder of messages and vectors that this project did not write: MIMEBASE_CORPORA, else
// shared/corpora beside the checkout. It may be absent; tests that want it then call skip().
inline std::filesystem::path corpora() {
  const char* folder = std::getenv("MIMEBASE_CORPORA");
  return folder != nullptr ? std::filesystem::path(folder)
                           : source_root().parent_path() / "shared" / "corpora";
}

// A folder that is removed in the end, with all that is in it.
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
  // Makes the folders that the name is in, too.
  [[nodiscard]] std::string write(const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  // What is in it, in byte order.
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

// Says that a test case could not run, and why; the runner counts these lines.
inline void skip(const std::string& why) {
  std::printf("SKIPPED: %s\n", why.c_str());
}

}  // namespace mimebase::test
