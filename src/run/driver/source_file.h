// The file that a message came from.
#pragma once

#include <string>

namespace mimebase::run {

// Returns the container of a source: "box.tar" for "box.tar!inner/1.eml". Returns an empty string for a file
// and for standard input.
[[nodiscard]] std::string container_of(const std::string& source);

}  // namespace mimebase::run
