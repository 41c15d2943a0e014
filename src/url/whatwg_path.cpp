#include "url/whatwg_path.h"

#include "ascii.h"
#include "url/whatwg_percent.h"

namespace mimebase::url {
namespace {

bool is_encoded_dot(std::string_view text) {
  return text.starts_with("%2e") || text.starts_with("%2E");
}

// How many dots a segment is, "%2e" being one too: 1, 2, or 0 where it is another segment.
int dots(std::string_view segment) {
  int count = 0;
  while (!segment.empty()) {
    const bool encoded = is_encoded_dot(segment);
    if (!encoded && segment[0] != '.') return 0;
    if (++count > 2) return 0;
    segment.remove_prefix(encoded ? 3 : 1);
  }
  return count;
}

// How many characters at the front of `rest` can go out as they stand: nothing to encode (which is also where
// query and fragment begin), no dot segment, no other slash or bar.
std::size_t plain_length(std::string_view rest) {
  bool segment_begins = true;
  std::size_t length = 0;
  for (; length < rest.size(); ++length) {
    const char c = rest[length];
    if (in_set(c, PercentSet::kPath) || c == '\\' || c == '|') break;
    if (segment_begins && (c == '.' || (c == '%' && is_encoded_dot(rest.substr(length))))) break;
    segment_begins = c == '/';
  }
  return length;
}

void append_segment(std::string_view segment, const PathRules& rules, std::size_t path_start,
                    std::string& out) {
  const bool drive = rules.file && out.size() == path_start && is_drive_letter(segment);
  out += '/';
  if (drive) {
    out += segment[0];
    out += ':';
  } else {
    append_percent_encoded(segment, PercentSet::kPath, out);
  }
}

}  // namespace

std::size_t path_length(std::string_view rest) {
  std::size_t length = 0;
  while (length < rest.size() && rest[length] != '?' && rest[length] != '#') ++length;
  return length;
}

std::size_t append_path(std::string_view rest, const PathRules& rules, std::size_t path_start,
                        std::string& out) {
  const std::size_t plain = plain_length(rest);
  if (plain == rest.size() || rest[plain] == '?' || rest[plain] == '#') {
    out += '/';
    out += rest.substr(0, plain);
    return plain;
  }
  const std::string_view path = rest.substr(0, plain + path_length(rest.substr(plain)));
  for (std::size_t at = 0; at <= path.size();) {
    std::size_t end = at;
    while (end < path.size() && path[end] != '/' && !(rules.special && path[end] == '\\')) ++end;
    const std::string_view segment = path.substr(at, end - at);
    const int dot_count = dots(segment);
    if (dot_count == 2) shorten_path(rules.file, path_start, out);
    if (dot_count == 0) {
      append_segment(segment, rules, path_start, out);
    } else if (end == path.size()) {
      out += '/';
    }
    at = end + 1;
  }
  return path.size();
}

void shorten_path(bool file, std::size_t path_start, std::string& out) {
  const std::string_view path = std::string_view(out).substr(path_start);
  if (path.empty() || (file && path.size() == 3 && starts_with_normalized_drive(path))) return;
  out.resize(path_start + path.rfind('/'));
}

bool is_drive_letter(std::string_view segment) {
  return segment.size() == 2 && ascii::is_letter(segment[0]) && (segment[1] == ':' || segment[1] == '|');
}

bool starts_with_drive_letter(std::string_view text) {
  if (!is_drive_letter(text.substr(0, 2))) return false;
  return text.size() == 2 || std::string_view("/\\?#").find(text[2]) != std::string_view::npos;
}

bool starts_with_normalized_drive(std::string_view path) {
  return path.size() >= 3 && path[0] == '/' && ascii::is_letter(path[1]) && path[2] == ':' &&
         (path.size() == 3 || path[3] == '/');
}

}  // namespace mimebase::url
