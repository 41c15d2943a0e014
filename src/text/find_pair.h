// Fast search for two bytes that stand side by side.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "text/strings.h"

namespace mimebase {

// Returns the first place at or after `from` where `b` follows `a`, or kNotFound.
inline std::size_t find_pair(std::string_view text, std::size_t from, char a, char b) {
  using Lane =
      unsigned char __attribute__((vector_size(16)));  // GCC and Clang compile this to vector instructions
  constexpr std::size_t kStep = 2 * sizeof(Lane);
  const auto load = [](const char* at) {
    Lane lane;
    std::memcpy(&lane, at, sizeof(lane));
    return lane;
  };
  const auto first = static_cast<unsigned char>(a), second = static_cast<unsigned char>(b);
  for (; from + kStep < text.size(); from += kStep) {
    const char* const at = text.data() + from;
    const auto low = (load(at) == first) & (load(at + 1) == second);
    const auto high = (load(at + sizeof(Lane)) == first) & (load(at + sizeof(Lane) + 1) == second);
    const auto both = low | high;
    std::array<std::uint64_t, 2> words;
    std::memcpy(words.data(), &both, sizeof(words));
    if ((words[0] | words[1]) != 0) break;
  }
  for (; from + 1 < text.size(); ++from) {
    if (text[from] == a && text[from + 1] == b) return from;
  }
  return kNotFound;
}

}  // namespace mimebase
