// Text that is too long to be shown.
#pragma once

#include <cstddef>
#include <string_view>

namespace mimebase::text {

// The first `most_bytes` of `text`, which is UTF-8; fewer where a character would be cut. A view into `text`.
[[nodiscard]] inline std::string_view utf8_prefix(std::string_view text, std::size_t most_bytes) {
  if (text.size() <= most_bytes) return text;
  std::size_t size = most_bytes;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

}  // namespace mimebase::text
