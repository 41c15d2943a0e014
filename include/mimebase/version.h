// The version of this library. In 0.x versions, each minor version has its own interface. The names of
// the interface are in an inline namespace of that version, so that a program does not link with an
// incompatible version of the library.
//
//   std::cout << "mimebase " << mimebase::version() << '\n';
#pragma once

#include <string_view>

#include "mimebase/api.h"

#define MIMEBASE_VERSION_MAJOR 0
#define MIMEBASE_VERSION_MINOR 2
#define MIMEBASE_VERSION_PATCH 0
#define MIMEBASE_VERSION "0.2.0"

namespace mimebase {
inline namespace v0_2 {

// The version of the library at run time: "0.2.0". MIMEBASE_VERSION is the version of the headers at build
// time.
[[nodiscard]] MIMEBASE_API std::string_view version();

// The version of the rows that this library writes as JSON Lines, CSV and databases. It increases by one if a
// key, a column or a table is added, removed or changes its meaning. JSON Schemas state it in their `$id`
// ("urn:x-mimebase:schema:6:links"), and databases in `PRAGMA user_version`.
[[nodiscard]] MIMEBASE_API int schema_version();

}  // namespace v0_2
}  // namespace mimebase
