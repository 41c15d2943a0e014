// Line ends that GMime does not know. They are replaced by others of the same length, so that all offsets
// stay as they are.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::walk {

// The line ends of a message.
enum class LineEnds {
  kUsual,    // LF or CR LF
  kCr,       // CR alone, as on the classic Mac OS
  kDoubled,  // CR CR LF, as programs write that convert line ends twice
};

// Determines how the lines of a message end. Lines are doubled if those of the header are, up to an empty
// one; lines before them, which other programs add, may end in CR LF. Takes no time for lines that end in LF.
[[nodiscard]] LineEnds line_ends_of(std::string_view bytes);

// Replaces CR by LF. For doubled ends, replaces CR CR LF by TAB CR LF. An empty line of this kind that
// follows another line becomes CR LF, and its TAB stands at the end of the line before it, which is one byte
// longer.
void replace_line_ends(LineEnds ends, std::string& bytes);

}  // namespace mimebase::walk
