// Text for a terminal: nothing in it can drive the terminal or turn its direction.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::write {

// Appends `text` as UTF-8 with control characters, direction overrides and what is no UTF-8 escaped: "\x1B",
// "\u{202E}".
void append_visible(std::string_view text, std::string& out);

// How many columns of a terminal the text takes, every character counted as its width in Unicode.
[[nodiscard]] std::size_t columns(std::string_view utf8);

}  // namespace mimebase::write
