// Paths as the URL Standard's path state makes them: segments percent-encoded, dot segments removed, the
// drive letters of file URLs minded. A path lives in serialised form, each segment behind a slash.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mimebase::url {

struct PathRules {
  bool special = false;  // a backslash is a slash
  bool file = false;     // drive letters
};

// How many characters of `rest` are before the query and the fragment.
[[nodiscard]] std::size_t path_length(std::string_view rest);

// Appends the segments of a path to the path that begins at `path_start` of `out`. They begin at the front of
// `rest`, behind the slash, and end before the query and the fragment; the answer is their length.
std::size_t append_path(std::string_view rest, const PathRules& rules, std::size_t path_start,
                        std::string& out);

// "Shorten": removes the last segment of the path that begins at `path_start` of `out`, if there is one, and
// if it is not the drive letter of a file URL.
void shorten_path(bool file, std::size_t path_start, std::string& out);

// A letter and a colon or bar.
[[nodiscard]] bool is_drive_letter(std::string_view segment);
// A drive letter that ends, or is followed by a slash, backslash, ? or #.
[[nodiscard]] bool starts_with_drive_letter(std::string_view text);
// Whether the first segment of a serialised path is a letter and a colon.
[[nodiscard]] bool starts_with_normalized_drive(std::string_view path);

}  // namespace mimebase::url
