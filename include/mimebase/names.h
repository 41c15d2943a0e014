// Maps the library's enumerations to names and back. name_of() is declared next to each enumeration and
// returns the name that options and rows use: name_of(LinkStatus::kResolved) is "resolved".
//
//   mimebase::from_name<mimebase::LinkStatus>("resolved");  // LinkStatus::kResolved
//   for (const mimebase::LinkKind kind : mimebase::all_values<mimebase::LinkKind>())
//     std::cout << name_of(kind) << '\n';
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace mimebase {
inline namespace v0_2 {

// Returns all values of an enumeration, in order.
template <typename Enumeration>
[[nodiscard]] std::vector<Enumeration> all_values() {
  std::vector<Enumeration> values;
  for (int i = 0; !name_of(static_cast<Enumeration>(i)).empty(); ++i)
    values.push_back(static_cast<Enumeration>(i));
  return values;
}

// Returns the value whose name_of() is `name`, or nullopt. Case matters.
template <typename Enumeration>
[[nodiscard]] std::optional<Enumeration> from_name(std::string_view name) {
  for (int i = 0;; ++i) {
    const std::string_view each = name_of(static_cast<Enumeration>(i));
    if (each.empty()) return std::nullopt;
    if (each == name) return static_cast<Enumeration>(i);
  }
}

}  // namespace v0_2
}  // namespace mimebase
