// The version of this library. While it is 0.x, every second number is an interface of its own: its names
// stand in an inline namespace of that version, so that a program and a library that do not fit are not
// linked.
#pragma once

#include <span>
#include <string_view>

#include "mimebase/api.h"

#define MIMEBASE_VERSION_MAJOR 0
#define MIMEBASE_VERSION_MINOR 2
#define MIMEBASE_VERSION_PATCH 0
#define MIMEBASE_VERSION "0.2.0"

namespace mimebase {
inline namespace v0_2 {

// Of the library that runs: "0.2.0". MIMEBASE_VERSION is that of the headers a program was built with.
[[nodiscard]] MIMEBASE_API std::string_view version();

// The version of the rows that this library writes, as JSON Lines, CSV and databases: it grows by one when a
// key, a column or a table is added, removed or changes its meaning. The JSON Schemas have it in their `$id`,
// "urn:x-mimebase:schema:5:links", databases in `PRAGMA user_version`.
[[nodiscard]] MIMEBASE_API int schema_version();

// A library that this one may have been built without, and what it gives.
struct OptionalLibrary {
  std::string_view name;   // "SQLite"
  std::string_view gives;  // "databases"
  bool is_there = false;
};
[[nodiscard]] MIMEBASE_API std::span<const OptionalLibrary> optional_libraries();

}  // namespace v0_2
}  // namespace mimebase
