// Text that is sure to be UTF-8: what every format that others read needs.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::write {

// `text` itself where it is UTF-8; else `buffer`, in which what was not is read as windows-1252. The result
// lives as long as both.
[[nodiscard]] std::string_view utf8_text(std::string_view text, std::string& buffer);

// The name of a source as UTF-8, from which its bytes can be had back: a byte that is no UTF-8 is "\\xE9",
// and a backslash that stands before "x" and two such digits is "\\x5C". The result lives as long as both.
[[nodiscard]] std::string_view source_text(std::string_view name, std::string& buffer);

}  // namespace mimebase::write
