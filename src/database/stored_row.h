// Reads rows back from their stored values: from packed rows, and from a database.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

#include "mimebase/names.h"
#include "write/columns.h"
#include "write/shown_text.h"

namespace mimebase::database {

// A stored value. Null has neither.
struct Value {
  std::optional<std::uint64_t> number = {};
  std::optional<std::string_view> text = {};
};

// Equal texts of a link are stored once: an absolute link without `resolved` has that of its reference.
inline Link without_equal_texts(Link link) {
  if (link.status == LinkStatus::kAbsolute && link.resolved == link.reference) link.resolved.reset();
  return link;
}
inline void add_equal_texts(Link& link) {
  if (link.status == LinkStatus::kAbsolute && !link.resolved) link.resolved = link.reference;
}

// Sets `to` from the next value or values of `from`. A Source has the functions next(), which returns the
// value of a column; list(), which reads a list; and unknown_name(), which is called for a text that names
// nothing.
template <typename Source, typename T>
void read_value(Source& from, const write::ColumnInfo& column, T& to) {
  if constexpr (requires { from.list(to); }) {
    from.list(to);
  } else if constexpr (std::is_same_v<T, std::optional<Range>>) {
    const std::optional<std::uint64_t> start = from.next(column).number, end = from.next(column).number;
    to = start && end ? std::optional(Range{*start, *end}) : std::nullopt;
  } else if constexpr (std::is_same_v<T, Opens>) {
    to.url = from.next(column).text;
    to.part = from.next(column).text;
  } else {
    const Value value = from.next(column);
    if constexpr (std::is_same_v<T, std::optional<std::string_view>>) {
      to = value.text;
    } else if constexpr (std::is_same_v<T, std::string_view>) {
      to = value.text.value_or(std::string_view());
    } else if constexpr (std::is_same_v<T, WrapperNames>) {
      to = write::names_in(value.text.value_or(std::string_view()));
    } else if constexpr (std::is_enum_v<T>) {
      if (!value.text) return;
      const std::optional<T> named = from_name<T>(*value.text);
      if (!named) return from.unknown_name();
      to = *named;
    } else if constexpr (std::is_same_v<T, std::optional<std::uint64_t>>) {
      to = value.number;
    } else {
      static_assert(std::integral<T>);
      to = static_cast<T>(value.number.value_or(0));
    }
  }
}

// Sets those members of `row` that are stored in one place.
template <typename Source, typename Columns, typename Row>
void read_members(Source& from, const Columns& columns, write::Kept kept, Row& row) {
  write::for_each(columns, [&]<typename Column>(const Column& column) {
    if constexpr (!Column::template kIsOfMessage<Row>) {
      if (!is_in(column.info, kept)) return;
      if constexpr (requires { column.get.set(row, std::optional<std::uint64_t>()); }) {
        column.get.set(row, from.next(column.info).number);
      } else {
        read_value(from, column.info, column.member(row));
      }
    }
  });
}

}  // namespace mimebase::database
