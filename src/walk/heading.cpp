#include "walk/heading.h"

#include <algorithm>
#include <utility>

#include "text/ascii.h"
#include "text/find_pair.h"
#include "text/strings.h"

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

std::size_t after_line(std::string_view bytes, std::size_t at) {
  return std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
}

// Returns the start of the line after the first blank one.
std::size_t after_blank_line(std::string_view bytes, std::size_t at) {
  while (at < bytes.size()) {
    const std::size_t next = after_line(bytes, at);
    if (is_blank_line(bytes.substr(at, next - at))) return next;
    at = next;
  }
  return at;
}

// Returns the start of the next line that begins with "--", at or after the start of a line; else the end.
std::size_t next_dashes(std::string_view bytes, std::size_t line) {
  for (std::size_t at = line - 1; (at = find_pair(bytes, at, '\n', '-')) != kNotFound;) {
    if (bytes.substr(++at).starts_with("--")) return at;
  }
  return bytes.size();
}

// True if another header may follow this one: that of a message, or of the messages in a digest, which need
// no type.
bool may_declare_message(std::string_view heading) {
  const auto has = [heading](std::string_view lower) {
    return ascii::find_ignoring_case(heading, lower, 0) != kNotFound;
  };
  return (has("message") || has("digest")) && has("content-type");
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

Skeleton::Skeleton(std::string_view message, const Heading& heading) {
  constexpr std::size_t kUsual = 4096, kStepsPerByte = 64;
  steps_left_ = kStepsPerByte * message.size();
  bytes_.reserve(kUsual);
  for (const Field& field : heading.fields) {
    if (is_mime_field(field.name))
      bytes_ += message.substr(static_cast<std::size_t>(field.offset),
                               field.name.size() + 1 + field.raw_value.size());
  }
  const std::size_t size = bytes_.size();
  cuts_.push_back({size, heading.blank_line - size});
  if (add_body(message, heading.blank_line)) return;
  bytes_.resize(size);
  cuts_.resize(1);
  bytes_ += message.substr(heading.blank_line);
}

std::size_t Skeleton::to_message(std::size_t offset) const {
  const auto next = std::upper_bound(cuts_.begin(), cuts_.end(), offset,
                                     [](std::size_t wanted, const Cut& cut) { return wanted < cut.at; });
  return next == cuts_.begin() ? offset : offset + (next - 1)->more;
}

// True if a line that begins with "--" may be a delimiter that a header follows: what stands in it is in a
// header that was kept. True also if it takes too long to say: some lines agree with each place of the header
// for as long as they are, so that a search takes the product of both.
bool Skeleton::may_begin_part(std::string_view line) {
  constexpr std::size_t kBytesPerStep = 16;  // compared at once
  line = line.substr(2, line.find_last_not_of(" \t\r\n") - 1);
  if (line.empty()) return false;
  const std::size_t steps = bytes_.size() * (1 + line.size() / kBytesPerStep);
  if (steps > steps_left_) return true;
  steps_left_ -= steps;
  return contains(std::string_view(bytes_), line);
}

// GMime reads headers up to a blank line, and in a content only lines that begin with "--". A content keeps
// its first line and its last ones: GMime may take the line break before a delimiter for one of two bytes.
// Returns false if the header of a part is not regular, or declares a message, in which other headers follow:
// what GMime makes of the former depends on where its buffer ends.
bool Skeleton::add_body(std::string_view message, std::size_t at) {
  constexpr std::size_t kLeastEnd = 4, kLeastCut = 64;
  if (may_declare_message(bytes_)) return false;
  std::size_t line = after_line(message, at), content = line;  // `line`: the second one from `at` on
  while (true) {
    const std::size_t end = next_dashes(message, line);
    const std::size_t from = after_line(message, content);
    std::size_t to = end;
    while (to > from && end - to < kLeastEnd) to = message.rfind('\n', to - 2) + 1;
    if (to > from && to - from >= kLeastCut) {
      bytes_ += message.substr(at, from - at);
      cuts_.push_back({bytes_.size(), cuts_.back().more + to - from});
      at = to;
    }
    bytes_ += message.substr(at, end - at);
    if (end == message.size()) return true;
    at = end;
    line = after_line(message, at);
    const std::string_view dashes = message.substr(at, line - at);
    if (line < content) {  // among lines that were kept as a header
      if (may_begin_part(dashes)) return false;
      continue;
    }
    const auto heading = read_regular_heading(message.substr(line));
    if (!heading && may_begin_part(dashes)) return false;
    content = heading ? after_line(message, line + heading->blank_line) : after_blank_line(message, line);
    if (may_declare_message(message.substr(line, content - line))) return false;
  }
}

}  // namespace mimebase::walk
