#include "text/ascii.h"

#include <cstdint>
#include <cstring>

namespace mimebase::ascii {

namespace {

// The first byte at or after `at` that is `c`, or for a letter in lower case its capital.
std::size_t find_either_case(std::string_view text, char c, std::size_t at) {
  if (!is_letter(c)) return text.find(c, at);
  while (at < text.size() && lower(text[at]) != c) ++at;
  return at < text.size() ? at : text.npos;
}

}  // namespace

std::size_t find_ignoring_case(std::string_view text, std::string_view lower, std::size_t at) {
  while ((at = find_either_case(text, lower.front(), at)) != text.npos) {
    if (starts_with_ignoring_case(text.substr(at), lower)) return at;
    ++at;
  }
  return at;
}

bool is_ascii(std::string_view bytes) {
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i, 8);
    if ((word & 0x8080808080808080U) != 0) return false;
  }
  return std::all_of(bytes.begin() + static_cast<std::ptrdiff_t>(i), bytes.end(),
                     [](char c) { return is_ascii(c); });
}

void append_percent_decoded(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool whole = text[at] == '%' && at + 2 < text.size();
    const int high = whole ? hex_value(text[at + 1]) : -1;
    const int low = whole ? hex_value(text[at + 2]) : -1;
    if (high < 0 || low < 0) {
      out += text[at];
    } else {
      out += static_cast<char>(high * 16 + low);
      at += 2;
    }
  }
}

}  // namespace mimebase::ascii
