// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mimebase::utf8 {

struct Character {
  bool valid = false;
  std::size_t length = 0;   // in bytes; where it is not valid, what one U+FFFD stands for
  char32_t code_point = 0;  // where it is valid
};

// The first character of `text`, which is not empty, as the Encoding Standard's UTF-8 decoder reads it.
[[nodiscard]] Character first_character(std::string_view text);

// Appends a code point, which is no surrogate.
inline void append(char32_t code_point, std::string& out) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((code_point >> shift) & 0x3F)); };
  if (code_point < 0x80) {
    out.push_back(static_cast<char>(code_point));
  } else if (code_point < 0x800) {
    const char bytes[] = {static_cast<char>(0xC0 | (code_point >> 6)), tail(0)};
    out.append(bytes, sizeof bytes);
  } else if (code_point < 0x10000) {
    const char bytes[] = {static_cast<char>(0xE0 | (code_point >> 12)), tail(6), tail(0)};
    out.append(bytes, sizeof bytes);
  } else {
    const char bytes[] = {static_cast<char>(0xF0 | (code_point >> 18)), tail(12), tail(6), tail(0)};
    out.append(bytes, sizeof bytes);
  }
}

// The first `most_bytes` of `text`, which is UTF-8; fewer where a character would be cut. A view into `text`.
[[nodiscard]] inline std::string_view prefix(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  std::size_t size = most_bytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

}  // namespace mimebase::utf8
