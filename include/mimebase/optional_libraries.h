// The optional libraries that read containers and HTTP bodies and write databases.
//
//   for (const mimebase::OptionalLibrary& library : mimebase::optional_libraries())
//     std::cout << (library.is_there ? "with " : "without ") << library.name << '\n';
#pragma once

#include <span>
#include <string_view>

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {

// An optional library: mimebase can be built without it, but then lacks the features that need it.
struct OptionalLibrary {
  std::string_view name;   // "SQLite"
  std::string_view gives;  // "databases"
  bool is_there = false;
};
// Returns the optional libraries, including those that this build lacks.
[[nodiscard]] MIMEBASE_API std::span<const OptionalLibrary> optional_libraries();

}  // namespace v0_2
}  // namespace mimebase
