// The search that a whole archive goes through: for lines that begin with "From ".
#pragma once

#include <cstddef>
#include <string_view>

namespace mimebase::input {

// Where the next LF that "From " follows stands, at `at` or behind; npos if there is none. Linear, and as
// fast as memory allows: 32 bytes a step, and a closer look only where "\nF" stands.
[[nodiscard]] std::size_t find_line_with_from(std::string_view bytes, std::size_t at);

}  // namespace mimebase::input
