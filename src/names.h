// The names that output and options give the values of an enumeration.
#pragma once

#include <cstddef>
#include <string_view>

namespace mimebase {

template <typename Enum>
struct Named {
  Enum value;
  std::string_view name;
};

// Empty for what is none of them.
template <typename Enum, std::size_t kCount>
constexpr std::string_view find_name(const Named<Enum> (&table)[kCount], Enum value) {
  for (const Named<Enum>& row : table) {
    if (row.value == value) return row.name;
  }
  return {};
}

}  // namespace mimebase
