#include "run/driver/helper_place.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace mimebase {
namespace {

constexpr std::string_view kName = "mimebase-read-rows";

bool is_program(const std::string& path) {
  return access(path.c_str(), X_OK) == 0;
}

// Returns the folder of the library, or of the program that it is linked into, with a final slash. Returns an
// empty string if it is unknown.
std::string own_folder() {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<const void*>(&helper_path), &info) == 0 || info.dli_fname == nullptr) return {};
  const std::string_view path = info.dli_fname;
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}

}  // namespace

std::string helper_path() {
  if (const char* const path = secure_getenv("MIMEBASE_READ_ROWS"); path != nullptr) return path;
  const std::string folder = own_folder();
  if (!folder.empty()) {
    for (const std::string_view place :
         {std::string_view(), std::string_view(MIMEBASE_HELPER_FROM_LIBRARY)}) {
      std::string path = folder;
      (path += place) += kName;
      if (is_program(path)) return path;
    }
  }
  return std::string(MIMEBASE_HELPER_FOLDER).append(kName);
}

}  // namespace mimebase
