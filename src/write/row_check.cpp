#include "write/row_check.h"

#include <algorithm>
#include <cstddef>

#include "utf8.h"
#include "write/shown_text.h"

namespace mimebase::write {
namespace {

// Anything but printable ASCII and line ends. Written so that compilers make vector instructions of it.
bool has_more_than_ascii(std::string_view text) {
  unsigned found = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    found |= static_cast<unsigned>(static_cast<unsigned char>(byte - 0x20) >= 0x5F) &
             static_cast<unsigned>(byte != '\n');
  }
  return found != 0;
}

// Bytes of a sequence that sets colours, at the beginning of `text`; 0 if there is none.
std::size_t color_sequence(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

bool is_clean(std::string_view text, bool color) {
  while (!text.empty()) {
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
    // A block ends with a line, so that no character stands in two.
    const std::size_t end = rows.find('\n', std::min(kBlock, rows.size() - 1)) + 1;
    const std::string_view block = rows.substr(0, end);
    if (has_more_than_ascii(block) && !is_clean(block, color)) return false;
    rows.remove_prefix(block.size());
  }
  return true;
}

}  // namespace mimebase::write
