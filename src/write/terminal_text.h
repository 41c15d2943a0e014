// Text for a terminal: nothing in it can drive the terminal or turn its direction.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::write {

// Appends `text` as UTF-8 with control characters, direction overrides and what is no UTF-8 escaped: "\x1B",
// "\u{202E}".
void append_visible(std::string_view text, std::string& out);

// True for controls (C0, DEL, C1), for the separators that terminals take for line ends, and for what
// overrides, isolates or marks direction.
[[nodiscard]] bool drives_terminal(std::uint32_t code_point);

// True if a character of `text`, which is UTF-8, drives a terminal, be it one that JSON escapes anyway (C0).
[[nodiscard]] bool has_driving_character(std::string_view text);

// How many columns of a terminal the text takes, every character counted as its width in Unicode.
[[nodiscard]] std::size_t columns(std::string_view utf8);

}  // namespace mimebase::write
