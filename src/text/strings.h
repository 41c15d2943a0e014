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

template <typename List = std::initializer_list<std::string_view>>
[[nodiscard]] constexpr bool is_one_of_ignoring_case(std::string_view text, const List& list) {
  return std::any_of(std::begin(list), std::end(list),
                     [text](std::string_view one) { return equals_ignoring_case(text, one); });
}

// Returns true for a byte of kWhiteSpace, and of kHtmlWhiteSpace.
[[nodiscard]] constexpr bool is_white_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
[[nodiscard]] constexpr bool is_html_space(char c) {
  return is_white_space(c) || c == '\f';
}

// Returns the text without the bytes of a set around it: a view into it, also if nothing is left.
[[nodiscard]] constexpr std::string_view trimmed(std::string_view text, std::string_view set = kWhiteSpace) {
  const std::size_t first = std::min(text.find_first_not_of(set), text.size());
  return text.substr(first, text.find_last_not_of(set) + 1 - first);
}
// Returns the text without white space of HTML around it.
[[nodiscard]] constexpr std::string_view trim_html_space(std::string_view text) {
  while (!text.empty() && is_html_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_html_space(text.back())) text.remove_suffix(1);
  return text;
}

// Appends a byte as "%41".
inline void append_percent_encoded(char byte, std::string& out) {
  out += '%';
  append_hex(static_cast<unsigned char>(byte), kHexDigits, out);
}

// Encodes the bytes for which `is_encoded` returns true.
template <typename IsEncoded>
[[nodiscard]] std::string percent_encoded(std::string_view text, IsEncoded is_encoded) {
  std::string out;
  for (const char c : text) {
    if (is_encoded(c)) {
      append_percent_encoded(c, out);
    } else {
      out += c;
    }
  }
  return out;
}

// As append_percent_decoded().
[[nodiscard]] inline std::string percent_decoded(std::string_view text) {
  std::string out;
  append_percent_decoded(text, out);
  return out;
}

}  // namespace mimebase::ascii
