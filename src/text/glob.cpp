#include "text/glob.h"

#include <unicode/uchar.h>

#include <optional>

#include "text/utf8.h"

namespace mimebase {
namespace {

// Removes the first character of `text`, which is not empty. Bytes that are not UTF-8 get values above those
// of all characters.
char32_t take_character(std::string_view& text) {
  constexpr char32_t kInvalid = 0x200000;
  const utf8::Character first = utf8::first_character(text);
  const char32_t value = first.valid ? first.code_point : kInvalid + static_cast<unsigned char>(text.front());
  text.remove_prefix(first.valid ? first.length : 1);
  return value;
}

char32_t folded(char32_t c) {
  if (c < 0x80) return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
  if (c > 0x10FFFF) return c;
  return static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), U_FOLD_CASE_DEFAULT));
}

struct CharacterClass {
  std::string_view name;
  UBool (*has)(UChar32);
};
// In any case, a capital is also a small letter.
UBool has_case(UChar32 c) {
  return static_cast<UBool>(u_isupper(c) || u_islower(c));
}
constexpr CharacterClass kClasses[] = {
    {"alnum", u_isalnum}, {"alpha", u_isalpha}, {"blank", u_isblank}, {"cntrl", u_iscntrl},
    {"digit", u_isdigit}, {"graph", u_isgraph}, {"lower", has_case},  {"print", u_isprint},
    {"punct", u_ispunct}, {"space", u_isspace}, {"upper", has_case},  {"xdigit", u_isxdigit},
};

// Removes "[:digit:]" from the start of `set`, and returns whether the class has the character. Returns
// nothing, and removes nothing, if the set does not begin with a class.
std::optional<bool> take_class(std::string_view& set, char32_t c) {
  if (!set.starts_with("[:")) return std::nullopt;
  const std::size_t end = set.find(":]", 2);
  if (end == set.npos) return std::nullopt;
  const std::string_view name = set.substr(2, end - 2);
  for (const CharacterClass& each : kClasses) {
    if (each.name != name) continue;
    set.remove_prefix(end + 2);
    return c <= 0x10FFFF && each.has(static_cast<UChar32>(c)) != 0;
  }
  return std::nullopt;
}

char32_t take_literal(std::string_view& pattern) {
  if (pattern.size() > 1 && pattern.front() == '\\') pattern.remove_prefix(1);
  return take_character(pattern);
}

// Removes a set, whose "[" was already removed, from the start of `pattern`. Returns true if the set contains
// the character, and nothing if the set has no end.
std::optional<bool> take_set(std::string_view& pattern, char32_t c) {
  std::string_view rest = pattern;
  const bool is_inverted = rest.starts_with('!') || rest.starts_with('^');
  if (is_inverted) rest.remove_prefix(1);
  bool has = false;
  for (bool is_first = true; !rest.empty(); is_first = false) {
    if (rest.front() == ']' && !is_first) {
      pattern = rest.substr(1);
      return has != is_inverted;
    }
    if (const std::optional<bool> in_class = take_class(rest, c)) {
      has = has || *in_class;
      continue;
    }
    const char32_t low = take_literal(rest);
    char32_t high = low;
    if (rest.size() > 1 && rest[0] == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      high = take_literal(rest);
    }
    has = has || (low <= c && c <= high) || (folded(low) <= folded(c) && folded(c) <= folded(high));
  }
  return std::nullopt;
}

// Matches one character, and removes what matches it from `pattern`, which is not empty.
bool take_match(std::string_view& pattern, char32_t c) {
  if (pattern.front() == '?') {
    pattern.remove_prefix(1);
    return true;
  }
  if (pattern.front() == '[') {
    std::string_view set = pattern.substr(1);
    if (const std::optional<bool> has = take_set(set, c)) {
      pattern = set;
      return *has;
    }
  }
  return folded(take_literal(pattern)) == folded(c);
}

}  // namespace

bool matches_glob(std::string_view pattern, std::string_view text) {
  // After a "*": what follows it, and the text that it has not matched yet. Only the last one can need to
  // match more.
  std::optional<std::string_view> after_star;
  std::string_view unmatched;
  for (;;) {
    if (pattern.starts_with('*')) {
      pattern.remove_prefix(1);
      if (pattern.empty()) return true;
      after_star = pattern;
      unmatched = text;
      continue;
    }
    if (text.empty()) return pattern.empty();
    std::string_view rest = text;
    const char32_t c = take_character(rest);
    if (!pattern.empty() && take_match(pattern, c)) {
      text = rest;
      continue;
    }
    if (!after_star) return false;
    static_cast<void>(take_character(unmatched));
    text = unmatched;
    pattern = *after_star;
  }
}

}  // namespace mimebase
