// Charsets that ICU has not, by the C library's converters. They are kept open: glibc loads and unloads a
// module for each that is opened and closed.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::charset {

[[nodiscard]] bool iconv_knows(const std::string& name);

// Appends what the bytes are in a charset that iconv knows; U+FFFD for each that is not valid.
void append_by_iconv(std::string_view bytes, const std::string& name, std::string& out);

}  // namespace mimebase::charset
