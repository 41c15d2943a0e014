// The members of structures, at compile time: their number, all of them, and lists that name each.
#pragma once

#include <cstddef>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace mimebase {
namespace detail {

// Stands for a value of any type, in expressions that are not evaluated.
struct AnyValue {
  template <typename T>
  operator T() const;  // NOLINT(google-explicit-constructor,hicpp-explicit-conversions)
};

}  // namespace detail

// An aggregate accepts one initialiser for each of its members, and no more.
template <typename Aggregate, typename... Values>
[[nodiscard]] consteval std::size_t member_count() {
  if constexpr (requires { Aggregate{Values()..., detail::AnyValue()}; })
    return member_count<Aggregate, Values..., detail::AnyValue>();
  else
    return sizeof...(Values);
}

// Calls take(members...) with all members of an aggregate, in their order.
// clang-format off
template <typename Aggregate, typename Take>
void with_members(Aggregate& it, Take take) {
  constexpr std::size_t kCount = member_count<std::remove_const_t<Aggregate>>();
  static_assert(kCount >= 1 && kCount <= 16);
  if constexpr (kCount == 1) { auto& [a] = it; take(a); }
  if constexpr (kCount == 2) { auto& [a, b] = it; take(a, b); }
  if constexpr (kCount == 3) { auto& [a, b, c] = it; take(a, b, c); }
  if constexpr (kCount == 4) { auto& [a, b, c, d] = it; take(a, b, c, d); }
  if constexpr (kCount == 5) { auto& [a, b, c, d, e] = it; take(a, b, c, d, e); }
  if constexpr (kCount == 6) { auto& [a, b, c, d, e, f] = it; take(a, b, c, d, e, f); }
  if constexpr (kCount == 7) { auto& [a, b, c, d, e, f, g] = it; take(a, b, c, d, e, f, g); }
  if constexpr (kCount == 8) { auto& [a, b, c, d, e, f, g, h] = it; take(a, b, c, d, e, f, g, h); }
  if constexpr (kCount == 9) { auto& [a, b, c, d, e, f, g, h, i] = it; take(a, b, c, d, e, f, g, h, i); }
  if constexpr (kCount == 10) { auto& [a, b, c, d, e, f, g, h, i, j] = it; take(a, b, c, d, e, f, g, h, i, j); }
  if constexpr (kCount == 11) { auto& [a, b, c, d, e, f, g, h, i, j, k] = it; take(a, b, c, d, e, f, g, h, i, j, k); }
  if constexpr (kCount == 12) { auto& [a, b, c, d, e, f, g, h, i, j, k, l] = it; take(a, b, c, d, e, f, g, h, i, j, k, l); }
  if constexpr (kCount == 13) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = it; take(a, b, c, d, e, f, g, h, i, j, k, l, m); }
  if constexpr (kCount == 14) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = it; take(a, b, c, d, e, f, g, h, i, j, k, l, m, n); }
  if constexpr (kCount == 15) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = it; take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o); }
  if constexpr (kCount == 16) { auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = it; take(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p); }
}
// clang-format on

// A member of a structure of options.
template <typename Structure, typename Value>
struct NamedMember {
  Value Structure::*member;
  std::string_view name;           // its option, without "--"; empty if it changes no rows
  std::string_view commands = {};  // the only ones whose rows it changes
};
template <typename Structure, typename Value>
NamedMember(Value Structure::*, std::string_view) -> NamedMember<Structure, Value>;
template <typename Structure, typename Value>
NamedMember(Value Structure::*, std::string_view, std::string_view) -> NamedMember<Structure, Value>;

template <typename Structure, typename... Values>
[[nodiscard]] consteval auto unnamed(Values Structure::*... members) {
  return std::tuple{NamedMember{members, std::string_view()}...};
}

// Joins lists of the members of a structure. Does not compile if one is missing.
template <typename Structure, typename... Lists>
[[nodiscard]] consteval auto all_members(Lists... lists) {
  static_assert(std::tuple_size_v<decltype(std::tuple_cat(lists...))> == member_count<Structure>());
  return std::tuple_cat(lists...);
}

}  // namespace mimebase
