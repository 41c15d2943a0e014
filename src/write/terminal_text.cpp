#include "write/terminal_text.h"

#include <fmt/format.h>
#include <glib.h>

#include <iterator>

#include "write/utf8_text.h"

namespace mimebase::write {

bool drives_terminal(std::uint32_t c) {
  if (c < 0x7F) return c < 0x20;
  return c < 0xA0 || c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB);
}

bool has_driving_character(std::string_view text) {
  const char* const end = text.data() + text.size();
  for (const char* c = text.data(); c < end; c = g_utf8_next_char(c)) {
    if (drives_terminal(g_utf8_get_char(c))) return true;
  }
  return false;
}

void append_visible(std::string_view text, std::string& out) {
  std::string repaired;
  text = utf8_text(text, repaired);
  const char* end = text.data() + text.size();
  for (const char* c = text.data(); c < end; c = g_utf8_next_char(c)) {
    const gunichar code_point = g_utf8_get_char(c);
    if (!drives_terminal(code_point)) {
      out.append(c, static_cast<std::size_t>(g_utf8_next_char(c) - c));
    } else if (code_point < 0x80) {
      fmt::format_to(std::back_inserter(out), "\\x{:02X}", code_point);
    } else {
      fmt::format_to(std::back_inserter(out), "\\u{{{:04X}}}", code_point);
    }
  }
}

std::size_t columns(std::string_view utf8) {
  std::size_t columns = 0;
  const char* end = utf8.data() + utf8.size();
  for (const char* c = utf8.data(); c < end; c = g_utf8_next_char(c)) {
    const gunichar code_point = g_utf8_get_char(c);
    if (g_unichar_iszerowidth(code_point)) continue;
    columns += g_unichar_iswide(code_point) ? 2 : 1;
  }
  return columns;
}

}  // namespace mimebase::write
