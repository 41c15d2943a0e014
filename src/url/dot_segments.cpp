#include "url/dot_segments.h"

#include <algorithm>

namespace mimebase::url {
namespace {

bool may_have_dot_segments(std::string_view path) {
  return path.starts_with('.') || path.find("/.") != std::string_view::npos;
}

// Removes the last segment and its slash, where there is one that `rule` lets go.
bool pop_segment(ParentRule rule, std::size_t path_start, std::string& out) {
  const std::string_view path = std::string_view(out).substr(path_start);
  const std::size_t root = path.starts_with('/') ? 1 : 0;
  if (path.size() <= root) return false;
  const std::size_t slash_before = path.substr(0, path.size() - 1).rfind('/');
  const std::size_t segment = slash_before == std::string_view::npos ? 0 : slash_before + 1;
  if (rule == ParentRule::kNotAfterParent && path.substr(segment) == "../") return false;
  out.resize(path_start + segment);
  return true;
}

// Where in `out` the last segment, and the slash before it, begins.
std::size_t before_last_segment(const std::string& out, std::size_t path_start, std::size_t end) {
  while (end > path_start && out[end - 1] != '/') --end;
  return end > path_start ? end - 1 : end;
}

}  // namespace

void append_segments(std::string_view path, ParentRule rule, std::size_t path_start, std::string& out) {
  if (!may_have_dot_segments(path)) {
    out += path;
    return;
  }
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t slash = std::min(path.find('/', at), path.size());
    const std::string_view segment = path.substr(at, slash - at);
    const bool dropped = segment == "." || (segment == ".." && pop_segment(rule, path_start, out));
    if (!dropped) out += path.substr(at, slash + 1 - at);
    at = slash + 1;
  }
}

// `read` walks the input buffer of the RFC and `write` the end of its output buffer; as the output never
// overtakes the input, both live in `out`.
void remove_dot_segments(std::size_t path_start, std::string& out) {
  if (!may_have_dot_segments(std::string_view(out).substr(path_start))) return;
  const std::size_t end = out.size();
  std::size_t read = path_start;
  std::size_t write = path_start;
  while (read < end) {
    const std::string_view rest = std::string_view(out).substr(read);
    if (rest.starts_with("../")) {  // 2A
      read += 3;
    } else if (rest.starts_with("./")) {
      read += 2;
    } else if (rest.starts_with("/./")) {  // 2B
      read += 2;
    } else if (rest == "/.") {
      out[++read] = '/';
    } else if (rest.starts_with("/../") || rest == "/..") {  // 2C
      const bool last = rest.size() == 3;
      read += last ? 2 : 3;
      out[read] = '/';
      write = before_last_segment(out, path_start, write);
    } else if (rest == "." || rest == "..") {  // 2D
      read = end;
    } else {  // 2E
      const std::size_t segment_end = std::min(out.find('/', read + 1), end);
      std::copy(out.begin() + read, out.begin() + segment_end, out.begin() + write);
      write += segment_end - read;
      read = segment_end;
    }
  }
  out.resize(write);
}

}  // namespace mimebase::url
