// Text that is sure to be UTF-8: what every format that others read needs.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::write {

// `text` itself where it is UTF-8; else `buffer`, in which what was not is read as windows-1252. The result
// lives as long as both.
[[nodiscard]] std::string_view utf8_text(std::string_view text, std::string& buffer);

}  // namespace mimebase::write
