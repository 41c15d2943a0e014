// Counts the members of a structure at compile time, so that what lists them can demand all of them.
//
//   static_assert(member_count<Range>() == 2);
#pragma once

#include <cstddef>

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

}  // namespace mimebase
