// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <string_view>

namespace mimebase::url {

struct Utf8Character {
  bool valid = false;
  std::size_t length = 0;   // in bytes; where it is not valid, what one U+FFFD stands for
  char32_t code_point = 0;  // where it is valid
};

// The first character of `text`, which is not empty, as the Encoding Standard's UTF-8 decoder reads it.
[[nodiscard]] Utf8Character utf8_character(std::string_view text);

}  // namespace mimebase::url
