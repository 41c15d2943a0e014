// Characters of text in any ASCII-like charset, one at a time: for the finder of URLs in plain text, which
// must know where a typographic quote ends a URL without converting the text.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "charset/charset.h"

namespace mimebase::find {

struct Character {
  char32_t code = 0;       // U+FFFD where the bytes stand for none
  std::size_t length = 1;  // in bytes
};

class CharacterReader {
 public:
  // `charset` must outlive the reader. Costs nothing until the first byte that is not ASCII.
  explicit CharacterReader(const charset::Charset& charset) : charset_(charset) {}

  // The character that begins at text[at], a byte of 0x80 or above.
  [[nodiscard]] Character at(std::string_view text, std::size_t at) const;

 private:
  void learn() const;
  char32_t convert_one(std::string_view bytes) const;

  const charset::Charset& charset_;
  mutable bool learnt_ = false;
  mutable bool takes_utf8_ = false;
  mutable std::array<char32_t, 128> single_{};  // what each byte of 0x80 and above stands for by itself
  mutable std::string converted_;
};

// Whether this character (not ASCII) ends a bare URL: spaces, typographic quotes, the punctuation of CJK
// text, marks of writing direction, C1 controls.
[[nodiscard]] bool ends_url(char32_t code);

// Whether this character (not ASCII) belongs to a bare URL only if something follows it: dashes, ellipsis.
[[nodiscard]] bool ends_sentence(char32_t code);

}  // namespace mimebase::find
