#include "url/whatwg_percent.h"

#include "url/utf8.h"

namespace mimebase::url {
namespace {

// 0 to 15, or -1.
int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Appends the character at `at`, whose first byte is not ASCII, and says how many bytes it took.
std::size_t append_not_ascii(std::string_view text, std::size_t at, std::string& out) {
  const Utf8Character character = utf8_character(text.substr(at));
  if (!character.valid) {
    out += "%EF%BF%BD";
  } else {
    for (const char byte : text.substr(at, character.length)) append_percent_encoded_byte(byte, out);
  }
  return character.length;
}

}  // namespace

void append_percent_encoded_byte(char byte, std::string& out) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  const unsigned value = static_cast<unsigned char>(byte);
  const char encoded[] = {'%', kDigits[value >> 4], kDigits[value & 15]};
  out.append(encoded, 3);
}

void append_percent_encoded(std::string_view text, PercentSet set, std::string& out) {
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (!in_set(text[at], set)) {
      ++at;
      continue;
    }
    out += text.substr(copied, at - copied);
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      append_percent_encoded_byte(text[at++], out);
    } else {
      at += append_not_ascii(text, at, out);
    }
    copied = at;
  }
  out += text.substr(copied);
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

}  // namespace mimebase::url
