// Fast search for one byte, or two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace mimebase::find {

inline constexpr std::uint64_t kOnes = 0x0101010101010101U;   // eight bytes of 1
inline constexpr std::uint64_t kHighs = 0x8080808080808080U;  // their highest bits

// Not 0 if one of the eight bytes in `word` is `byte`.
constexpr std::uint64_t bytes_equal(std::uint64_t word, char byte) {
  const std::uint64_t difference = word ^ (kOnes * static_cast<unsigned char>(byte));
  return (difference - kOnes) & ~difference & kHighs;
}

// Whether one of two bytes occurs in `text`, which has at least four. Faster than memchr() for short texts:
// the last step reads some bytes a second time instead of going on byte by byte.
inline bool holds_either(std::string_view text, char a, char b) {
  const auto has = [a, b](std::uint64_t word) { return (bytes_equal(word, a) | bytes_equal(word, b)) != 0; };
  const char* const end = text.data() + text.size();
  std::uint64_t word = 0;
  if (text.size() < 8) {
    std::uint32_t first = 0, last = 0;
    std::memcpy(&first, text.data(), 4);
    std::memcpy(&last, end - 4, 4);
    return has(std::uint64_t{first} << 32 | last);
  }
  for (const char* at = text.data(); end - at > 8; at += 8) {
    std::memcpy(&word, at, 8);
    if (has(word)) return true;
  }
  std::memcpy(&word, end - 8, 8);
  return has(word);
}

// Returns the first `byte` in [from, end), or null. An empty range may have null pointers, which memchr()
// does not accept even with a length of 0.
inline const char* find_byte(const char* from, const char* end, char byte) {
  if (from == end) return nullptr;
  return static_cast<const char*>(std::memchr(from, byte, static_cast<std::size_t>(end - from)));
}

}  // namespace mimebase::find
