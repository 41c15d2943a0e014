#include "write/utf8_text.h"

#include <glib.h>

#include "ascii.h"
#include "charset/charset.h"

namespace mimebase::write {

std::string_view utf8_text(std::string_view text, std::string& buffer) {
  if (ascii::is_ascii(text) || g_utf8_validate_len(text.data(), text.size(), nullptr)) return text;
  buffer.clear();
  charset::Charset().append_utf8(text, buffer);
  return buffer;
}

namespace {

// "xE9": what would make an escape of a backslash before it.
bool continues_escape(std::string_view text) {
  const auto is_digit = [](char c) { return ascii::is_digit(c) || (c >= 'A' && c <= 'F'); };
  return text.size() >= 3 && text[0] == 'x' && is_digit(text[1]) && is_digit(text[2]);
}

void append_escape(char byte, std::string& out) {
  out += "\\x";
  ascii::append_hex(static_cast<unsigned char>(byte), ascii::kHexDigits, out);
}

}  // namespace

std::string_view source_text(std::string_view name, std::string& buffer) {
  const bool is_utf8 = ascii::is_ascii(name) || g_utf8_validate_len(name.data(), name.size(), nullptr);
  if (is_utf8 && name.find("\\x") == std::string_view::npos) return name;
  buffer.clear();
  while (!name.empty()) {
    const char* end = nullptr;
    g_utf8_validate_len(name.data(), name.size(), &end);
    const std::string_view valid = name.substr(0, static_cast<std::size_t>(end - name.data()));
    for (std::size_t i = 0; i < valid.size(); ++i) {
      if (valid[i] == '\\' && continues_escape(valid.substr(i + 1))) {
        append_escape(valid[i], buffer);
      } else {
        buffer += valid[i];
      }
    }
    name.remove_prefix(valid.size());
    if (name.empty()) break;
    append_escape(name.front(), buffer);
    name.remove_prefix(1);
  }
  return buffer;
}

}  // namespace mimebase::write
