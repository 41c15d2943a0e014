#include "edit/heading.h"

#include <algorithm>
#include <utility>

#include "edit/transfer.h"
#include "text/ascii.h"
#include "text/numbers.h"
#include "text/strings.h"
#include "walk/field_text.h"

namespace mimebase::edit {
namespace {

std::string without_white_space(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (!ascii::is_blank(c) && c != '\r' && c != '\n') out += c;
  }
  return out;
}

// Returns the value of a tag in a list "a=x; b=y" (RFC 6376 section 3.2), without white space.
std::string tag(std::string_view list, std::string_view name) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(';'), list.size());
    const std::string item = without_white_space(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
    if (item.size() > name.size() && item.starts_with(name) && item[name.size()] == '=')
      return item.substr(name.size() + 1);
  }
  return {};
}

// Splits a list of names at its colons.
std::vector<std::string> names(std::string_view list) {
  std::vector<std::string> out;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(':'), list.size());
    out.push_back(ascii::lowered(list.substr(0, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return out;
}

// Parses the tag l, in decimal digits. Returns nothing if it is missing or not a number.
std::optional<std::uint64_t> signed_body_bytes(std::string_view list) {
  return whole_number(tag(list, "l"));
}

// Returns the length of a line, without line break, in the canonical body. Relaxed: each run of white space
// counts as one space, trailing white space as none.
std::size_t canonical_line_bytes(std::string_view line, bool is_relaxed) {
  if (!is_relaxed) return line.size();
  std::size_t bytes = 0;
  bool is_after_blank = false;
  for (const char c : line) {
    if (!ascii::is_blank(c)) bytes += is_after_blank ? 2 : 1;
    is_after_blank = ascii::is_blank(c);
  }
  return bytes;
}

}  // namespace

std::optional<Range> field_value(const walk::Message& message, int entity, int field) {
  const std::optional<std::size_t> start = message.value_start(entity, field);
  if (!start) return std::nullopt;
  const std::string_view raw = message.fields(entity)[static_cast<std::size_t>(field)].raw_value;
  const std::string_view value = ascii::trimmed(raw);
  const std::size_t skipped = value.empty() ? 0 : static_cast<std::size_t>(value.data() - raw.data());
  return Range{*start + skipped, *start + skipped + value.size()};
}

std::optional<Range> field_lines(const walk::Message& message, int entity, int field) {
  const std::optional<Range> value = field_value(message, entity, field);
  if (!value) return std::nullopt;
  const std::string_view frame =
      message.frame_bytes(message.entities()[static_cast<std::size_t>(entity)].frame);
  const std::size_t start = frame.substr(0, *message.value_start(entity, field)).rfind('\n') + 1;
  const std::size_t end = std::min(frame.find('\n', value->end), frame.size() - 1) + 1;
  return Range{start, end};
}

std::optional<HeadingEnd> heading_end(const walk::Message& message, int entity) {
  const walk::Entity& self = message.entities()[static_cast<std::size_t>(entity)];
  if (self.is_message_body && message.fields(entity).empty()) return std::nullopt;
  const std::string_view frame = message.frame_bytes(self.frame);
  const Range heading = message.ranges(entity).heading;
  std::string_view lines = frame.substr(heading.start, heading.end - heading.start);
  const bool is_blank_line = lines == "\n" || lines == "\r\n";
  // A header without fields is only its blank line.
  const bool begins_line = heading.start == 0 || frame[heading.start - 1] == '\n';
  if (message.fields(entity).empty() && !(is_blank_line && begins_line)) return std::nullopt;
  if (is_blank_line || lines.ends_with("\n\n") || lines.ends_with("\n\r\n"))
    lines.remove_suffix(lines.ends_with("\r\n") ? 2 : 1);
  const std::size_t at = heading.start + lines.size();
  const bool is_open = at > 0 && frame[at - 1] != '\n';
  return HeadingEnd{at, line_break_at(frame, heading.start), is_open};
}

std::vector<Signature> signatures(const walk::Message& message, int entity) {
  std::vector<Signature> found;
  for (const walk::Field& field : message.fields(entity)) {
    for (const std::string_view name : {"DKIM-Signature", "ARC-Message-Signature"}) {
      if (!ascii::equals_ignoring_case(field.name, name)) continue;
      std::string domain = tag(field.raw_value, "d");
      if (domain.empty()) domain = "nobody";
      found.push_back({std::string(name), std::move(domain), names(tag(field.raw_value, "h")),
                       signed_body_bytes(field.raw_value), tag(field.raw_value, "c").ends_with("/relaxed")});
    }
  }
  return found;
}

std::uint64_t canonical_bytes(std::string_view start, bool is_relaxed) {
  std::uint64_t bytes = 0, empty_lines = 0;
  while (!start.empty()) {
    const std::size_t end = std::min(start.find('\n'), start.size());
    const bool has_end = end < start.size();
    std::string_view line = start.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    start.remove_prefix(std::min(end + 1, start.size()));
    if (const std::size_t line_bytes = canonical_line_bytes(line, is_relaxed); line_bytes > 0) {
      bytes += 2 * empty_lines + line_bytes + (has_end ? 2 : 0);
      empty_lines = 0;
    } else {
      ++empty_lines;  // it counts only if a non-empty line follows
    }
  }
  return bytes;
}

}  // namespace mimebase::edit
