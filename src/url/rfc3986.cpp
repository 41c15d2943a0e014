#include "url/rfc3986.h"

#include <algorithm>

#include "url/split.h"

namespace mimebase::url {
namespace {

// The position in `out` of the last segment, including the slash before it.
std::size_t before_last_segment(const std::string& out, std::size_t path_start, std::size_t end) {
  while (end > path_start && out[end - 1] != '/') --end;
  return end > path_start ? end - 1 : end;
}

// Performs section 5.2.4 on the path that starts at `path_start` and ends with `out`. `read` is the start of
// the RFC's input buffer, and `write` the end of its output buffer. The output never overtakes the input, so
// both share `out`.
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
      read += rest.size() == 3 ? 2 : 3;
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

}  // namespace

Rfc3986Base::Rfc3986Base(std::string_view base) : text_(base), parts_(split_rfc3986(text_)) {}

// Section 5.2.2, with the components in the order of section 5.3.
Result<void> Rfc3986Base::resolve(std::string_view reference, std::string& out) const {
  const Components parts = split_rfc3986(reference);
  if (!parts.has_scheme && !parts_.has_scheme) return no_base(text_);
  out.append(parts.has_scheme ? parts.scheme : parts_.scheme) += ':';
  const bool own_authority = parts.has_scheme || parts.has_net_loc;
  const Components& authority_of = own_authority ? parts : parts_;
  append_if(authority_of.has_net_loc, "//", authority_of.net_loc, out);
  const std::size_t path_start = out.size();
  const bool inherits_path = !own_authority && parts.path.empty();
  if (inherits_path) {
    out += parts_.path;
  } else {
    const bool merges = !own_authority && parts.path.front() != '/';  // section 5.2.3
    if (merges && parts_.has_net_loc && parts_.path.empty()) out += '/';
    if (merges) out += parts_.path.substr(0, parts_.path.rfind('/') + 1);
    out += parts.path;
    remove_dot_segments(path_start, out);
    if (!authority_of.has_net_loc) guard_path(path_start, out);
  }
  const Components& query_of = inherits_path && !parts.has_query ? parts_ : parts;
  append_if(query_of.has_query, "?", query_of.query, out);
  append_if(parts.has_fragment, "#", parts.fragment, out);
  return {};
}

}  // namespace mimebase::url
