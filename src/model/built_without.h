// Error text for features that this build lacks.
#pragma once

#include <string>
#include <string_view>

namespace mimebase {

// "this mimebase was built without SQLite", to end a sentence with.
[[nodiscard]] inline std::string built_without(std::string_view library) {
  return "this mimebase was built without " + std::string(library);
}

}  // namespace mimebase
