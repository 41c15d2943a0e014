#include "url/whatwg_percent.h"

#include "ascii.h"
#include "utf8.h"

namespace mimebase::url {
namespace {

// Appends the character at `at`, whose first byte is not ASCII, and says how many bytes it took.
std::size_t append_not_ascii(std::string_view text, std::size_t at, std::string& out) {
  const utf8::Character character = utf8::first_character(text.substr(at));
  if (!character.valid) {
    out += "%EF%BF%BD";
  } else {
    for (const char byte : text.substr(at, character.length)) append_percent_encoded_byte(byte, out);
  }
  return character.length;
}

}  // namespace

void append_percent_encoded_byte(char byte, std::string& out) {
  out += '%';
  ascii::append_hex(static_cast<unsigned char>(byte), ascii::kHexDigits, out);
}

void append_percent_encoded(std::string_view text, PercentSet set, std::string& out) {
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (!in_set(text[at], set)) {
      ++at;
      continue;
    }
    out += text.substr(copied, at - copied);
    if (ascii::is_ascii(text[at])) {
      append_percent_encoded_byte(text[at++], out);
    } else {
      at += append_not_ascii(text, at, out);
    }
    copied = at;
  }
  out += text.substr(copied);
}

}  // namespace mimebase::url
