// Makes records in little-endian order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::outlook {

inline std::string le(std::uint64_t number, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFF);
  return out;
}

inline std::string utf16(std::string_view ascii) {
  std::string out;
  for (const char c : ascii) out += {c, '\0'};
  return out;
}

}  // namespace mimebase::outlook
