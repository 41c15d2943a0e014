#include "binary/strings.h"

#include "charset/charset.h"

namespace mimebase::binary {

std::string from_utf16(std::string_view bytes) {
  std::size_t size = 0;
  while (size + 1 < bytes.size() && (bytes[size] != '\0' || bytes[size + 1] != '\0')) size += 2;
  std::string utf8;
  charset::Charset("utf-16le").append_utf8(bytes.substr(0, size), utf8);
  return utf8;
}

std::string from_ansi(std::string_view bytes) {
  std::string utf8;
  charset::Charset().append_utf8(bytes.substr(0, bytes.find('\0')), utf8);
  return utf8;
}

}  // namespace mimebase::binary
