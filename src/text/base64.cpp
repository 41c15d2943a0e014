#include "text/base64.h"

#include <glib.h>

#include "text/ascii.h"

namespace mimebase {
namespace {

// 0 to 63, or -1 for what is no digit.
int value_of(char digit) {
  if (ascii::is_capital(digit)) return digit - 'A';
  if (ascii::is_letter(digit)) return digit - 'a' + 26;
  if (ascii::is_digit(digit)) return digit - '0' + 52;
  if (digit == '+' || digit == '-') return 62;
  return digit == '/' || digit == '_' ? 63 : -1;
}

}  // namespace

std::string base64(std::string_view bytes) {
  gchar* const digits = g_base64_encode(reinterpret_cast<const guchar*>(bytes.data()), bytes.size());
  std::string text(digits);
  g_free(digits);
  return text;
}

std::optional<std::string> base64_decoded(std::string_view digits) {
  for (int padding = 0; padding < 2 && digits.ends_with('='); ++padding) digits.remove_suffix(1);
  if (digits.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(digits.size() / 4 * 3 + 2);
  unsigned bits = 0;
  int count = 0;
  for (const char digit : digits) {
    const int value = value_of(digit);
    if (value < 0) return std::nullopt;
    bits = bits << 6U | static_cast<unsigned>(value);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(count) & 0xFFU);
  }
  return bytes;
}

std::string base32(std::string_view bytes) {
  std::string digits;
  unsigned bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = (bits << 8U | static_cast<unsigned char>(byte)) & 0xFFFFU;
    for (count += 8; count >= 5; count -= 5)
      digits += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[bits >> static_cast<unsigned>(count - 5) & 31U];
  }
  return digits;
}

}  // namespace mimebase
