#include "text/utf8.h"

namespace mimebase::utf8 {
namespace {

// The meaning of a character's first byte: the number of bytes that follow, and the range of the second one.
struct Lead {
  std::size_t following = 0;
  unsigned char lowest_second = 0x80, highest_second = 0xBF;
  unsigned char bits = 0;
};

Lead lead_of(unsigned char byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {1, 0x80, 0xBF, static_cast<unsigned char>(byte & 0x1F)};
  if (byte >= 0xE0 && byte <= 0xEF) {
    const unsigned char lowest = byte == 0xE0 ? 0xA0 : 0x80;   // no overlong forms
    const unsigned char highest = byte == 0xED ? 0x9F : 0xBF;  // no surrogates
    return {2, lowest, highest, static_cast<unsigned char>(byte & 0x0F)};
  }
  if (byte >= 0xF0 && byte <= 0xF4) {
    const unsigned char lowest = byte == 0xF0 ? 0x90 : 0x80;
    const unsigned char highest = byte == 0xF4 ? 0x8F : 0xBF;  // nothing above U+10FFFF
    return {3, lowest, highest, static_cast<unsigned char>(byte & 0x07)};
  }
  return {};
}

}  // namespace

Character first_character(std::string_view text) {
  const unsigned char first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return {true, 1, first};
  const Lead lead = lead_of(first);
  if (lead.following == 0) return {false, 1, 0};
  char32_t code_point = lead.bits;
  for (std::size_t i = 1; i <= lead.following; ++i) {
    const unsigned char byte = i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
    const bool fits =
        i == 1 ? byte >= lead.lowest_second && byte <= lead.highest_second : (byte & 0xC0) == 0x80;
    if (!fits) return {false, i, 0};
    code_point = (code_point << 6) | (byte & 0x3F);
  }
  return {true, lead.following + 1, code_point};
}

bool is_valid(std::string_view text) {
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!character.valid) return false;
    text.remove_prefix(character.length);
  }
  return true;
}

}  // namespace mimebase::utf8
