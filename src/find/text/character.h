// Characters of text in any ASCII-like charset, one at a time: for the finder of URLs in plain text, which
// must know where a typographic quote ends a URL without converting the text.
#pragma once

#include <cstddef>
#include <string_view>

#include "charset/charset.h"

namespace mimebase::find {

struct Character {
  char32_t code = 0;       // U+FFFD where the bytes stand for none
  std::size_t length = 1;  // in bytes
};

// The character that begins at text[at], a byte of 0x80 or above.
[[nodiscard]] Character character_at(std::string_view text, std::size_t at, const charset::Charset& charset);

// Whether this character (not ASCII) ends a bare URL: spaces, typographic quotes, the punctuation of CJK
// text, marks of writing direction, C1 controls.
[[nodiscard]] bool ends_url(char32_t code);

// Whether this character (not ASCII) belongs to a bare URL only if something follows it: dashes, ellipsis.
[[nodiscard]] bool ends_sentence(char32_t code);

}  // namespace mimebase::find
