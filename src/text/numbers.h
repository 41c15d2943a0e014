// Numbers in text.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace mimebase {

// Returns the number that the whole text is; nothing if it is none, or too great for the type.
template <typename Number = std::uint64_t>
[[nodiscard]] std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace mimebase
