// Strings in binary formats of Windows.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::binary {

// The text (UTF-8) of UTF-16LE, and of bytes in an unknown code page, which end before the first NUL.
[[nodiscard]] std::string from_utf16(std::string_view bytes);
[[nodiscard]] std::string from_ansi(std::string_view bytes);

}  // namespace mimebase::binary
