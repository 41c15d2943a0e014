#include "write/shown_text.h"

#include <fmt/format.h>
#include <glib.h>

#include <algorithm>
#include <iterator>

#include "charset/charset.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace mimebase::write {
namespace {

// True for text like "xE9", which would form an escape with a backslash before it.
bool continues_escape(std::string_view text) {
  const auto is_digit = [](char c) { return ascii::is_digit(c) || (c >= 'A' && c <= 'F'); };
  return text.size() >= 3 && text[0] == 'x' && is_digit(text[1]) && is_digit(text[2]);
}

void append_escape(char byte, std::string& out) {
  out += "\\x";
  ascii::append_hex(static_cast<unsigned char>(byte), ascii::kHexDigits, out);
}

// Appends the UTF-8 character at `c`.
void append_visible_character(const char* c, std::string& out) {
  const gunichar code_point = g_utf8_get_char(c);
  if (!drives_terminal(code_point)) {
    out.append(c, static_cast<std::size_t>(g_utf8_next_char(c) - c));
  } else if (code_point < 0x80) {
    fmt::format_to(std::back_inserter(out), "\\x{:02X}", code_point);
  } else {
    fmt::format_to(std::back_inserter(out), "\\u{{{:04X}}}", code_point);
  }
}

// True for ASCII without control characters, as nearly all text is. The loop has no branches, so compilers
// can vectorize it.
bool is_shown_as_it_is(std::string_view text) {
  unsigned others = 0;
  for (const char c : text) others |= (c < ' ' ? 1U : 0U) | (c == 0x7F ? 1U : 0U);
  return others == 0;
}

}  // namespace

std::string_view utf8_text(std::string_view text, std::string& buffer) {
  if (ascii::is_ascii(text) || g_utf8_validate_len(text.data(), text.size(), nullptr)) return text;
  buffer.clear();
  charset::Charset().append_utf8(text, buffer);
  return buffer;
}

std::string_view source_text(std::string_view name, std::string& buffer) {
  const bool is_utf8 = ascii::is_ascii(name) || g_utf8_validate_len(name.data(), name.size(), nullptr);
  if (is_utf8 && name.find("\\x") == std::string_view::npos) return name;
  buffer.clear();
  const char* valid_end = name.data();
  for (; !name.empty(); name.remove_prefix(1)) {
    if (valid_end <= name.data()) g_utf8_validate_len(name.data(), name.size(), &valid_end);
    const bool is_bad = valid_end == name.data();
    if (is_bad || (name.front() == '\\' && continues_escape(name.substr(1)))) {
      append_escape(name.front(), buffer);
    } else {
      buffer += name.front();
    }
  }
  return buffer;
}

std::string source_bytes(std::string_view text) {
  const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'A' + 10); };
  std::string name;
  for (; !text.empty(); text.remove_prefix(1)) {
    if (text.front() != '\\' || !continues_escape(text.substr(1))) {
      name += text.front();
      continue;
    }
    name += static_cast<char>(digit(text[2]) * 16 + digit(text[3]));
    text.remove_prefix(3);
  }
  return name;
}

bool drives_terminal(std::uint32_t c) {
  if (c < 0x7F) return c < 0x20;
  return c < 0xA0 || c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x2028 && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x206F) || c == 0xFEFF || (c >= 0xFFF9 && c <= 0xFFFB);
}

void append_visible(std::string_view text, std::string& out) {
  if (is_shown_as_it_is(text)) {
    out.append(text);
    return;
  }
  std::string repaired;
  text = utf8_text(text, repaired);
  const char* end = text.data() + text.size();
  for (const char* c = text.data(); c < end; c = g_utf8_next_char(c)) append_visible_character(c, out);
}

void append_shortened(std::string_view text, std::size_t most_columns, std::string& out,
                      std::string_view ellipsis) {
  std::string repaired;
  text = utf8_text(text, repaired);
  const char* end = text.data() + text.size();
  const std::size_t start = out.size();
  std::size_t used = 0;
  std::size_t room_for_dots = start;  // the length to cut to if the text is too long
  for (const char* c = text.data(); c < end; c = g_utf8_next_char(c)) {
    const std::size_t before = out.size();
    append_visible_character(c, out);
    used += columns(std::string_view(out).substr(before));
    if (used + columns(ellipsis) <= most_columns) room_for_dots = out.size();
    if (used <= most_columns) continue;
    out.resize(room_for_dots);
    out += ellipsis;
    return;
  }
}

std::size_t end_of_host(std::string_view text) {
  constexpr std::string_view kMailto = "mailto:", kOthers = "+-.:[]()";
  if (ascii::starts_with_ignoring_case(text, kMailto))
    return std::min(text.find_first_of("?,", kMailto.size()), text.size());
  const std::size_t start = std::min(text.find_first_not_of("\"'(<["), text.size());
  // A scheme, with the colon of a defanged URL in brackets. A reference such as "//host" has none.
  std::size_t at = start;
  while (at < text.size() && (ascii::is_alnum(text[at]) || kOthers.find(text[at]) != kOthers.npos)) ++at;
  if (at > start && text.substr(start, at - start).find(':') == text.npos) return 0;
  const std::size_t authority = std::min(text.find_first_not_of("/\\", at), text.size());
  if (authority - at < 2) return 0;
  const bool has_backslash = text.substr(at, authority - at).find('\\') != text.npos;
  return std::min(text.find_first_of(has_backslash ? "/\\?#" : "/?#", authority), text.size());
}

std::size_t end_of_host_in_word(std::string_view word) {
  if (const std::size_t end = end_of_host(word); end > 0) return end;
  const std::size_t end = std::min(word.find_first_of("/?#"), word.size());
  return word.substr(0, end).find('.') == word.npos ? 0 : end;
}

namespace {

// Cuts long userinfo, which can be as long as an attacker likes. Returns how many bytes were taken away, net.
std::size_t shorten_userinfo(std::string& text, std::size_t kept, std::string_view ellipsis) {
  constexpr std::size_t kMost = 32;
  const std::string_view head = std::string_view(text).substr(0, kept);
  const std::size_t at = head.rfind('@'), authority = std::min(head.find("//"), at) + 2;
  // Programs disagree about the host of a URL with a backslash.
  if (at == head.npos || at < authority + kMost || head.find('\\') != head.npos) return 0;
  std::size_t end = authority;
  for (std::size_t used = 0; end < at;) {
    const std::size_t length = utf8::first_character(head.substr(end)).length;
    used += columns(head.substr(end, length));
    if (used > kMost) break;
    end += length;
  }
  if (at - end <= ellipsis.size()) return 0;
  text.replace(end, at - end, ellipsis);
  return at - end - ellipsis.size();
}

}  // namespace

std::string shortened_in_middle(std::string_view visible, std::size_t kept, std::size_t most_columns,
                                std::string_view ellipsis) {
  std::string text(visible);
  if (columns(text) <= most_columns) return text;
  kept -= shorten_userinfo(text, kept, ellipsis);
  if (kept > 0 && kept < text.size()) ++kept;  // the "/" after it shows that the host ends there
  const std::size_t all = columns(text), dots = columns(ellipsis);
  const std::size_t host_columns = columns(std::string_view(text).substr(0, kept));
  if (all <= most_columns || all - host_columns <= dots) return text;
  const std::size_t room = most_columns - std::min(dots, most_columns);
  const std::size_t begin_columns = std::max(host_columns, room - room / 3);
  const std::size_t end_columns = room - std::min(begin_columns, room);
  std::size_t used = 0, begin = text.size(), end = text.size();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8::first_character(std::string_view(text).substr(at)).length;
    const std::size_t taken = columns(std::string_view(text).substr(at, length));
    if (begin == text.size() && used + taken > begin_columns) begin = at;
    if (end == text.size() && all - used <= end_columns) end = at;
    used += taken;
    at += length;
  }
  return text.replace(begin, end - begin, ellipsis);
}

std::size_t columns(std::string_view utf8) {
  if (is_shown_as_it_is(utf8)) return utf8.size();
  std::size_t columns = 0;
  const char* end = utf8.data() + utf8.size();
  for (const char* c = utf8.data(); c < end; c = g_utf8_next_char(c)) {
    const gunichar code_point = g_utf8_get_char(c);
    if (g_unichar_iszerowidth(code_point)) continue;
    columns += g_unichar_iswide(code_point) ? 2 : 1;
  }
  return columns;
}

std::string names_text(const WrapperNames& names) {
  std::string text = "[";
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += ',';
    text.append("\"").append(names[i]).append("\"");
  }
  return text += ']';
}

WrapperNames names_in(std::string_view json) {
  WrapperNames names;
  while (true) {
    const std::size_t open = json.find('"'), close = json.find('"', open + 1);
    if (open == json.npos || close == json.npos) return names;
    names.add(json.substr(open + 1, close - open - 1));
    json.remove_prefix(close + 1);
  }
}

}  // namespace mimebase::write
