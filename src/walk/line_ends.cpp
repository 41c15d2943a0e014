#include "walk/line_ends.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::walk {
namespace {

constexpr std::string_view kDoubledEnd = "\r\r\n";

bool has_doubled_ends(std::string_view bytes) {
  bool is_doubled = false;
  for (std::size_t at = 0, end = 0; (end = bytes.find('\n', at)) != kNotFound; at = end + 1) {
    const std::string_view line = bytes.substr(at, end + 1 - at);
    if (line == kDoubledEnd) return is_doubled;
    if (!line.ends_with("\r\n") || line.size() == 2) return false;
    if (is_doubled && !line.ends_with(kDoubledEnd)) return false;
    is_doubled = line.ends_with(kDoubledEnd);
  }
  return false;
}

void replace_doubled_ends(std::string& bytes) {
  std::size_t after_last = kNotFound;  // the end of the last line that was changed and is not empty
  for (std::size_t at = 0; (at = bytes.find(kDoubledEnd, at)) != bytes.npos; at += kDoubledEnd.size()) {
    const std::size_t next = at + kDoubledEnd.size();
    const bool is_empty = at == 0 || bytes[at - 1] == '\n';
    if (is_empty && at == after_last) {
      bytes.replace(at - kDoubledEnd.size(), 2 * kDoubledEnd.size(), "\t\t\r\n\r\n");
    } else if (is_empty || next >= bytes.size() || !ascii::is_blank(bytes[next])) {
      bytes[at] = '\t';
      after_last = is_empty ? kNotFound : next;
    }  // else the line is folded, and its end no part of a value
  }
}

}  // namespace

LineEnds line_ends_of(std::string_view bytes) {
  if (has_doubled_ends(bytes)) return LineEnds::kDoubled;
  const bool has_cr = !contains(bytes, '\n') && contains(bytes, '\r');
  return has_cr ? LineEnds::kCr : LineEnds::kUsual;
}

void replace_line_ends(LineEnds ends, std::string& bytes) {
  if (ends == LineEnds::kCr) std::replace(bytes.begin(), bytes.end(), '\r', '\n');
  if (ends == LineEnds::kDoubled) replace_doubled_ends(bytes);
}

}  // namespace mimebase::walk
