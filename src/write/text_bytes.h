// The bytes of a row's text, of which a message may have only so many.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

#include "write/columns.h"

namespace mimebase::write {

template <typename Columns, typename Row>
[[nodiscard]] std::size_t text_bytes_of(const Columns& columns, const Row& row);

// Numbers, and names of enumerators, belong to the keys.
template <typename T>
[[nodiscard]] std::size_t bytes_of(const T& value) {
  std::size_t bytes = 0;
  if constexpr (std::is_same_v<T, SourceName>) {
    bytes = value.bytes.size();
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    bytes = value.size();
  } else if constexpr (std::is_same_v<T, Text>) {
    bytes = value ? value->size() : 0;
  } else if constexpr (std::is_same_v<T, Opens>) {
    bytes = bytes_of(value.url) + bytes_of(value.part);
  } else if constexpr (std::is_same_v<T, WrapperNames>) {
    for (std::size_t i = 0; i < value.size(); ++i) bytes += value[i].size();
  } else if constexpr (std::is_same_v<T, std::span<const NamedField>>) {
    for (const NamedField& field : value) {
      bytes += field.name.size();
      for (const std::string_view text : field.values) bytes += text.size();
    }
  } else if constexpr (std::is_same_v<T, std::span<const Candidate>>) {
    constexpr std::size_t kCandidateKeyBytes = 80;
    for (const Candidate& candidate : value)
      bytes += kCandidateKeyBytes + text_bytes_of(kCandidateColumns, candidate);
  } else {
    static_assert(std::is_enum_v<T> || std::is_arithmetic_v<T> || std::is_same_v<T, Number> ||
                  std::is_same_v<T, std::optional<Range>> || std::is_same_v<T, std::optional<MailReader>> ||
                  std::is_same_v<T, std::optional<OpensBy>>);
  }
  return bytes;
}

// Without dates and words of a fixed set, which are short.
template <typename Columns, typename Row>
std::size_t text_bytes_of(const Columns& columns, const Row& row) {
  std::size_t bytes = 0;
  for_each(columns, [&]<typename Get>(const Column<Get>& column) {
    constexpr bool kIsDate = std::is_same_v<Get, decltype(&MessageInfo::date)>;
    using Value = std::remove_cvref_t<decltype(column.value(row))>;
    if (!kIsDate && column.info.values == nullptr) bytes += bytes_of<Value>(column.value(row));
  });
  return bytes;
}

}  // namespace mimebase::write
