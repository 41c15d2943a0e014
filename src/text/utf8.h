// Decodes and encodes UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase::utf8 {

// The result of decoding one character.
struct Character {
  bool valid = false;
  std::size_t length = 0;   // in bytes; if not valid, the bytes that one U+FFFD replaces
  char32_t code_point = 0;  // if valid
};

// Decodes the first character of `text`, which must not be empty, like the Encoding Standard's UTF-8 decoder.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE Character first_character(std::string_view text);

// Returns true if all of `text` is UTF-8.
[[nodiscard]] bool is_valid(std::string_view text);

// Appends a code point, which must not be a surrogate.
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

// The longest prefix of `text` (UTF-8) that has at most `most_bytes` bytes and cuts no character. A view into
// `text`.
[[nodiscard]] inline std::string_view prefix(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  std::size_t size = most_bytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

}  // namespace mimebase::utf8
