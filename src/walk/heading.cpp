#include "walk/heading.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "text/ascii.h"

namespace mimebase::walk {
namespace {

// RFC 5322 section 3.6.8.
bool is_ftext(char c) {
  return c > ' ' && c < 0x7F && c != ':';
}

bool is_blank_line(std::string_view line) {
  return line == "\n" || line == "\r\n";
}

bool is_continuation(std::string_view line) {
  return ascii::is_blank(line.front()) && line.find_first_not_of(" \t\r\n") != std::string_view::npos;
}

bool is_mime_field(std::string_view name) {
  return ascii::starts_with_ignoring_case(name, "content-");
}

}  // namespace

std::optional<Heading> read_regular_heading(std::string_view bytes) {
  constexpr std::size_t kUsual = 24;
  Heading heading;
  heading.fields.reserve(kUsual);
  bool has_type = false;
  for (std::size_t at = 0, next = 0; at < bytes.size(); at = next) {
    const std::size_t end = bytes.find('\n', at);
    if (end == std::string_view::npos) return std::nullopt;
    next = end + 1;
    const std::string_view line = bytes.substr(at, next - at);
    if (is_blank_line(line)) {
      heading.blank_line = at;
      if (bytes.substr(0, at).find('\0') != std::string_view::npos) return std::nullopt;
      return heading;
    }
    if (!heading.fields.empty() && is_continuation(line)) {
      std::string_view& value = heading.fields.back().raw_value;
      value = {value.data(), value.size() + line.size()};
      continue;
    }
    const auto colon =
        static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), is_ftext) - line.begin());
    if (colon == 0 || line[colon] != ':') return std::nullopt;
    const Field field{line.substr(0, colon), line.substr(colon + 1), static_cast<std::int64_t>(at)};
    if (ascii::equals_ignoring_case(field.name, "content-type") && std::exchange(has_type, true))
      return std::nullopt;
    heading.fields.push_back(field);
  }
  return std::nullopt;
}

MimeOnly mime_only(std::string copy, const Heading& heading) {
  MimeOnly out{std::move(copy), heading.blank_line};
  for (auto field = heading.fields.rbegin(); field != heading.fields.rend(); ++field) {
    const auto at = static_cast<std::size_t>(field->offset);
    if (!is_mime_field(std::string_view(out.copy).substr(at, field->name.size()))) continue;
    const std::size_t size = field->name.size() + 1 + field->raw_value.size();
    out.start -= size;
    std::memmove(out.copy.data() + out.start, out.copy.data() + at, size);
  }
  return out;
}

}  // namespace mimebase::walk
