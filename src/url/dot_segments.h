// Dot segments of paths: RFC 1808 section 4 step 6, its draft's variant, and RFC 3986 section 5.2.4. Each is
// one pass over the path, with the output as the stack.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mimebase::url {

// Which "<segment>/.." steps 6c and 6d remove.
enum class ParentRule {
  kNotAfterParent,  // RFC 1808: <segment> is not ".."
  kAnySegment,      // the draft: <segment> may be ".." too
};

// Appends `path` to the path that begins at `path_start` of `out` and is empty or ends with a slash, and
// takes steps 6a to 6d. An empty segment is a segment; the slash at the front of a path is none.
void append_segments(std::string_view path, ParentRule rule, std::size_t path_start, std::string& out);

// Takes RFC 3986 section 5.2.4 on the path that begins at `path_start` of `out` and ends where `out` ends.
void remove_dot_segments(std::size_t path_start, std::string& out);

}  // namespace mimebase::url
