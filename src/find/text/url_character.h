// Characters beyond ASCII at the ends of bare URLs in text.
#pragma once

#include <cstddef>
#include <string_view>

#include "charset/charset.h"

namespace mimebase::find {

struct Character {
  char32_t code = 0;       // U+FFFD for invalid bytes
  std::size_t length = 1;  // in bytes
};

// Returns true if this character (not ASCII) ends a bare URL: spaces, typographic quotes, CJK punctuation,
// direction marks, C1 controls.
[[nodiscard]] bool ends_url(char32_t code);
// Returns true if the character is part of a bare URL only if something follows it: dashes, ellipsis, bullet.
[[nodiscard]] bool ends_sentence(char32_t code);
// Decodes the character at text[at], a byte of 0x80 or above.
[[nodiscard]] Character character_at(std::string_view text, std::size_t at, const charset::Charset& charset);

}  // namespace mimebase::find
