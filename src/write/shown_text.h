// Text as rows show it: sure to be UTF-8, and on a terminal nothing that drives it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::write {

// `text` itself where it is UTF-8; else `buffer`, in which what was not is read as windows-1252. The result
// lives as long as both.
[[nodiscard]] std::string_view utf8_text(std::string_view text, std::string& buffer);

// The name of a source as UTF-8, from which its bytes can be had back: a byte that is no UTF-8 is "\\xE9",
// and a backslash that stands before "x" and two such digits is "\\x5C". The result lives as long as both.
[[nodiscard]] std::string_view source_text(std::string_view name, std::string& buffer);
// The name that source_text() shows as `text`.
[[nodiscard]] std::string source_bytes(std::string_view text);

// Appends `text` as UTF-8 with control characters, direction overrides and what is no UTF-8 escaped: "\x1B",
// "\u{202E}".
void append_visible(std::string_view text, std::string& out);

// The same, but no more than takes so many columns: what is longer is cut, and ends in "…".
void append_shortened(std::string_view text, std::size_t most_columns, std::string& out);

// True for controls (C0, DEL, C1), for the separators that terminals take for line ends, and for what
// overrides, isolates or marks direction.
[[nodiscard]] bool drives_terminal(std::uint32_t code_point);

// How many columns of a terminal the text takes, every character counted as its width in Unicode.
[[nodiscard]] std::size_t columns(std::string_view utf8);

}  // namespace mimebase::write
