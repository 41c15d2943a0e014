#include "write/row_check.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "text/utf8.h"
#include "write/shown_text.h"

namespace mimebase::write {
namespace {

bool is_printable_ascii(char c) {
  return c >= ' ' && c <= '~';
}

// GCC and Clang map this to vector instructions at any optimization level. The elements are signed, so bytes
// beyond ASCII compare less than a space.
using Lane = signed char __attribute__((vector_size(16)));

// True if anything but printable ASCII and line ends occurs. This must be fast: all rows of a run pass
// through it.
bool has_more_than_ascii(std::string_view text) {
  Lane found = {};
  while (text.size() >= sizeof(Lane)) {
    Lane lane;
    std::memcpy(&lane, text.data(), sizeof(lane));
    found |= ((lane < ' ') & (lane != '\n')) | (lane == 0x7F);
    text.remove_prefix(sizeof(lane));
  }
  std::array<std::uint64_t, 2> words;
  std::memcpy(words.data(), &found, sizeof(words));
  return (words[0] | words[1]) != 0 ||
         !std::all_of(text.begin(), text.end(), [](char c) { return is_printable_ascii(c) || c == '\n'; });
}

// Returns the length of a colour sequence at the beginning of `text`, or 0.
std::size_t color_sequence(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

bool is_clean(std::string_view text, bool color) {
  while (!text.empty()) {
    if (!has_more_than_ascii(text.substr(0, sizeof(Lane)))) {
      text.remove_prefix(std::min(sizeof(Lane), text.size()));
      continue;
    }
    if (is_printable_ascii(text.front())) {
      text.remove_prefix(1);
      continue;
    }
    const std::size_t sequence = color ? color_sequence(text) : 0;
    if (sequence > 0) {
      text.remove_prefix(sequence);
      continue;
    }
    const utf8::Character next = utf8::first_character(text);
    const bool ends_line = text.front() == '\n' || text.starts_with("\r\n");
    if (!next.valid || (!ends_line && drives_terminal(next.code_point))) return false;
    text.remove_prefix(next.length);
  }
  return true;
}

}  // namespace

bool are_lines(std::string_view rows, bool color) {
  constexpr std::size_t kBlock = 4096;
  if (!rows.empty() && rows.back() != '\n') return false;
  while (!rows.empty()) {
    // A block ends at a line end, so no character spans two blocks.
    const std::size_t end = rows.find('\n', std::min(kBlock, rows.size() - 1)) + 1;
    const std::string_view block = rows.substr(0, end);
    if (has_more_than_ascii(block) && !is_clean(block, color)) return false;
    rows.remove_prefix(block.size());
  }
  return true;
}

}  // namespace mimebase::write
