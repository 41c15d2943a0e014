// Charsets that ICU lacks, through the C library's converters. Converters are kept open, because glibc loads
// and unloads a module each time one is opened and closed.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::charset {

// Returns true if iconv has a converter for this charset.
[[nodiscard]] bool iconv_knows(const std::string& name);

// Appends bytes of a charset that iconv knows, converted to UTF-8. Each invalid byte becomes U+FFFD.
void append_by_iconv(std::string_view bytes, const std::string& name, std::string& out);

}  // namespace mimebase::charset
