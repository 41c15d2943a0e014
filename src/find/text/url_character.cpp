#include "find/text/url_character.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "text/ascii.h"
#include "text/utf8.h"

namespace mimebase::find {
namespace {

constexpr char32_t kReplacement = 0xFFFD;
constexpr std::size_t kLongestCharacter = 4;  // in EUC-TW and GB18030

struct CharacterRange {
  char32_t first, last;
};

// Sorted. The letters among CJK punctuation (U+3005 to U+3007) and U+30FB are not included, because
// titles in URLs contain them.
constexpr CharacterRange kUrlEnds[] = {
    {0x0080, 0x00A0},  // C1 controls, no-break space
    {0x00AB, 0x00AB},  // «
    {0x00B4, 0x00B4},  // acute accent, as a quote
    {0x00BB, 0x00BB},  // »
    {0x1680, 0x1680},  // space
    {0x2000, 0x200B},  // spaces
    {0x200E, 0x200F},  // direction marks
    {0x2018, 0x201F},  // quotes
    {0x2028, 0x202F},  // separators, direction marks, narrow space
    {0x2039, 0x203A},  // single guillemets
    {0x205F, 0x2060},  // mathematical space, word joiner
    {0x2066, 0x2069},  // direction marks
    {0x2329, 0x232A},  // angle brackets
    {0x27E8, 0x27E9},  // angle brackets
    {0x3000, 0x3003},  // ideographic space, comma, full stop, ditto
    {0x3008, 0x3011},  // CJK brackets
    {0x3014, 0x301F},  // CJK brackets, quotes
    {0xFE10, 0xFE19},  // vertical forms
    {0xFE30, 0xFE6B},  // CJK compatibility and small forms
    {0xFEFF, 0xFEFF},  // byte order mark
    {0xFF01, 0xFF0F},  // full-width punctuation, here and below
    {0xFF1A, 0xFF20}, {0xFF3B, 0xFF40}, {0xFF5B, 0xFF64},
};

}  // namespace

bool ends_url(char32_t code) {
  const auto* range = std::lower_bound(std::begin(kUrlEnds), std::end(kUrlEnds), code,
                                       [](const CharacterRange& r, char32_t c) { return r.last < c; });
  return range != std::end(kUrlEnds) && range->first <= code;
}

bool ends_sentence(char32_t code) {
  return (code >= 0x2012 && code <= 0x2015) || code == 0x2026 || code == 0x2022;
}

Character character_at(std::string_view text, std::size_t at, const charset::Charset& charset) {
  const std::string_view rest = text.substr(at, kLongestCharacter);
  if (charset.reads_utf8()) {
    const utf8::Character character = utf8::first_character(rest);
    if (character.valid) return {character.code_point, character.length};
  }
  std::string converted;
  for (std::size_t length = 1; length <= rest.size() && !ascii::is_ascii(rest[length - 1]); ++length) {
    converted.clear();
    charset.append_utf8(rest.substr(0, length), converted);
    if (converted.empty()) continue;
    const utf8::Character character = utf8::first_character(converted);
    if (character.length == converted.size() && character.code_point != kReplacement)
      return {character.code_point, length};
  }
  return {kReplacement, 1};
}

}  // namespace mimebase::find
