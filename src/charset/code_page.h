// Code pages: the numbers by which formats of Windows name charsets.
#pragma once

#include <cstdint>
#include <string>

namespace mimebase::charset {

// The label of a code page, such as "windows-1252" for 1252. Empty if the number is 0 or unknown.
[[nodiscard]] std::string label_of_code_page(std::uint64_t code_page);

}  // namespace mimebase::charset
