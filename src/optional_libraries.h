// What is said where something is asked for that was configured off.
#pragma once

#include <string>
#include <string_view>

namespace mimebase {

// "this mimebase was built without SQLite": the end of a sentence.
[[nodiscard]] inline std::string built_without(std::string_view library) {
  return "this mimebase was built without " + std::string(library);
}

}  // namespace mimebase
