// Lists of strings, and sets of bytes, which are written as strings.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

#include "text/ascii.h"

namespace mimebase {

[[nodiscard]] constexpr bool contains(std::string_view text, char c) {
  return text.find(c) != std::string_view::npos;
}
[[nodiscard]] constexpr bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// A list is an array of strings, or strings in braces.
template <typename List = std::initializer_list<std::string_view>>
[[nodiscard]] constexpr bool is_one_of(std::string_view text, const List& list) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}
template <typename List = std::initializer_list<std::string_view>>
[[nodiscard]] constexpr bool starts_with_one_of(std::string_view text, const List& starts) {
  return std::any_of(std::begin(starts), std::end(starts),
                     [text](std::string_view start) { return text.starts_with(start); });
}

// Returns the text without the bytes of a set.
[[nodiscard]] inline std::string without_bytes(std::string_view text, std::string_view set) {
  std::string kept(text);
  std::erase_if(kept, [set](char c) { return contains(set, c); });
  return kept;
}

// Returns the text with every `from`, which is not empty, replaced by `to`.
[[nodiscard]] inline std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = 0; (at = text.find(from)) != text.npos; text.remove_prefix(at + from.size()))
    out.append(text.substr(0, at)).append(to);
  return out.append(text);
}

}  // namespace mimebase

namespace mimebase::ascii {

// ASCII whitespace of HTML and of the Infra Standard, and whitespace of CSS.
inline constexpr std::string_view kHtmlWhiteSpace = " \t\r\n\f";
// What isspace() of C accepts.
inline constexpr std::string_view kCWhiteSpace = " \t\r\n\f\v";

template <typename List = std::initializer_list<std::string_view>>
[[nodiscard]] constexpr bool starts_with_one_of_ignoring_case(std::string_view text, const List& starts) {
  return std::any_of(std::begin(starts), std::end(starts),
                     [text](std::string_view start) { return starts_with_ignoring_case(text, start); });
}

// Returns the text without the bytes of a set around it.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text, std::string_view set = kWhiteSpace) {
  const std::size_t first = text.find_first_not_of(set);
  return first == kNotFound ? std::string_view() : text.substr(first, text.find_last_not_of(set) - first + 1);
}

}  // namespace mimebase::ascii
