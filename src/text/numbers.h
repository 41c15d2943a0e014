// Numbers in text.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
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

// "7 messages", "1 message". `nouns` is the plural that has more than an "s".
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view noun,
                                         std::string_view nouns = {}) {
  std::string text = std::to_string(count) + ' ';
  if (count != 1 && !nouns.empty()) return text.append(nouns);
  return text.append(noun).append(count == 1 ? "" : "s");
}

}  // namespace mimebase
