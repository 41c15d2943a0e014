#include "input/content_length.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include "ascii.h"

namespace mimebase::input {
namespace {

std::optional<std::size_t> to_number(std::string_view value) {
  value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || number > kMaxContentLength) return std::nullopt;
  value.remove_prefix(static_cast<std::size_t>(end - value.data()));
  return value.find_first_not_of(" \t\r") == std::string_view::npos ? std::optional(number) : std::nullopt;
}

// Where the value of the first such field is, or npos.
std::size_t find_content_length(std::string_view bytes) {
  constexpr std::string_view kName = "content-length:";
  for (std::size_t line = 0; line < bytes.size();) {
    if (ascii::starts_with_ignoring_case(bytes.substr(line), kName)) return line + kName.size();
    line = std::min(bytes.find('\n', line), bytes.size()) + 1;
  }
  return std::string_view::npos;
}

// Behind the line end that may stand at `at`.
std::size_t behind_line_end(std::string_view bytes, std::size_t at) {
  if (bytes.substr(at, 2) == "\r\n") return at + 2;
  return bytes.substr(at, 1) == "\n" ? at + 1 : at;
}

}  // namespace

std::optional<std::size_t> end_of_heading(std::string_view bytes) {
  bytes = bytes.substr(0, kMaxHeading);
  std::size_t line = 0;
  while (line < bytes.size()) {
    const std::size_t behind = behind_line_end(bytes, line);
    if (behind != line) return behind;
    const std::size_t end = bytes.find('\n', line);
    if (end == std::string_view::npos) break;
    line = end + 1;
  }
  return std::nullopt;
}

std::optional<std::size_t> content_length(std::string_view heading) {
  const std::size_t value = find_content_length(heading);
  if (value == std::string_view::npos) return std::nullopt;
  return to_number(heading.substr(value, heading.find('\n', value) - value));
}

bool mentions_content_length(std::string_view bytes) {
  return find_content_length(bytes) != std::string_view::npos;
}

void ClaimedEnd::move_back(std::size_t size) {
  if (state_ == State::kKnown) end_ -= size;
}

// False if more of the heading has to be read first.
bool ClaimedEnd::read_heading(std::string_view held, std::size_t body, bool at_end) {
  const std::string_view bytes = held.substr(body, kMaxHeading);
  const std::optional<std::size_t> heading = end_of_heading(bytes);
  if (!heading && !at_end && bytes.size() < kMaxHeading) return false;
  const std::optional<std::size_t> length =
      heading ? content_length(bytes.substr(0, *heading)) : std::nullopt;
  state_ = length ? State::kKnown : State::kNone;
  if (length) end_ = body + *heading + *length;
  return true;
}

std::optional<FromSearch> ClaimedEnd::find(std::string_view held, std::size_t body, bool at_end) {
  const FromSearch missing{FromSearch::State::kMissing, body, body};
  if (state_ == State::kUnknown && !read_heading(held, body, at_end)) return missing;
  if (state_ == State::kNone) return std::nullopt;
  constexpr std::size_t kLineEnds = 4;  // two, of CRLF
  if (!at_end && (held.size() < end_ || held.size() - end_ < kLineEnds + kLookahead)) return missing;
  state_ = State::kNone;  // if it is wrong, it is not asked again
  if (end_ > held.size()) return std::nullopt;
  const std::size_t next = behind_line_end(held, behind_line_end(held, end_));
  if (next == held.size()) return FromSearch{FromSearch::State::kNone, next, next};
  if (held[next - 1] != '\n') return std::nullopt;
  const std::size_t line_end = from_line_at(held, next);
  if (line_end == 0) return std::nullopt;
  return FromSearch{FromSearch::State::kFound, next, next + line_end};
}

}  // namespace mimebase::input
