#include "run/driver/source_file.h"

#include <cstddef>
#include <filesystem>
#include <system_error>

namespace mimebase::run {

std::string container_of(const std::string& source) {
  std::error_code ignored;  // paths that cannot be examined are treated as missing
  const std::size_t first = source.find('!');
  if (first == std::string::npos || std::filesystem::exists(source, ignored)) return {};
  for (std::size_t at = first; at != std::string::npos; at = source.find('!', at + 1)) {
    if (std::filesystem::is_regular_file(source.substr(0, at), ignored)) return source.substr(0, at);
  }
  return source.substr(0, first);
}

}  // namespace mimebase::run
