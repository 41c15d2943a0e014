// Names of enumeration values in output and options.
#pragma once

#include <cstddef>
#include <string_view>

namespace mimebase {

// One row of a table of names.
template <typename Enum>
struct Named {
  Enum value;
  std::string_view name;
};

// Returns the name of `value`, or "" if the table does not contain it.
template <typename Enum, std::size_t kCount>
constexpr std::string_view find_name(const Named<Enum> (&table)[kCount], Enum value) {
  for (const Named<Enum>& row : table) {
    if (row.value == value) return row.name;
  }
  return {};
}

}  // namespace mimebase
