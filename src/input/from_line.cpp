#include "input/from_line.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <system_error>

#include "input/recognize.h"
#include "text/ascii.h"
#include "text/find_pair.h"

namespace mimebase::input {
namespace {

constexpr std::string_view kFrom = "From ";

bool all_digits(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), ascii::is_digit);
}

// True if `word` is one of the three-letter names (lower case, concatenated) in `names`.
bool is_one_of(std::string_view word, std::string_view names) {
  if (word.size() != 3) return false;
  const std::array<char, 3> low = {ascii::lower(word[0]), ascii::lower(word[1]), ascii::lower(word[2])};
  for (std::size_t i = 0; i < names.size(); i += 3) {
    if (std::memcmp(names.data() + i, low.data(), 3) == 0) return true;
  }
  return false;
}

bool is_weekday(std::string_view word) {
  return is_one_of(word, "montuewedthufrisatsun");
}
bool is_month(std::string_view word) {
  return is_one_of(word, "janfebmaraprmayjunjulaugsepoctnovdec");
}
bool is_year(std::string_view word) {
  return word.size() == 4 && all_digits(word) && (word[0] == '1' || word[0] == '2');
}

int number(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = value * 10 + (c - '0');
  return value;
}

// H:MM or HH:MM, optionally with :SS and a fraction.
bool is_time(std::string_view word) {
  const std::size_t hours = word.find(':');
  if (hours != 1 && hours != 2) return false;
  std::string_view minutes = word.substr(hours + 1, 2);
  if (!all_digits(word.substr(0, hours)) || minutes.size() != 2 || !all_digits(minutes)) return false;
  if (number(word.substr(0, hours)) > 24 || number(minutes) > 59) return false;
  std::string_view rest = word.substr(hours + 3);
  if (rest.empty()) return true;
  if (rest.size() < 3 || rest[0] != ':' || !all_digits(rest.substr(1, 2)) || rest[1] > '6') return false;
  rest.remove_prefix(3);
  return rest.empty() || (rest[0] == '.' && all_digits(rest.substr(1)));
}

// "+0100", "+01:00"
bool is_numeric_zone(std::string_view word) {
  if (word.size() < 2 || (word[0] != '+' && word[0] != '-')) return false;
  word.remove_prefix(1);
  if (word.size() == 5 && word[2] == ':') return all_digits(word.substr(0, 2)) && all_digits(word.substr(3));
  return word.size() <= 4 && all_digits(word);
}

// "GMT", "(CEST)", "EST5EDT", "GMT+0100", "PM", and numeric zones.
bool is_zone(std::string_view word) {
  if (word.size() > 2 && word.front() == '(' && word.back() == ')') word = word.substr(1, word.size() - 2);
  if (is_numeric_zone(word)) return true;
  std::size_t letters = 0;
  while (letters < word.size() && ascii::is_capital(word[letters])) ++letters;
  if (letters == 0 || letters > 5) return false;
  const std::string_view rest = word.substr(letters);
  if (rest.empty() || is_numeric_zone(rest)) return true;
  return letters >= 3 && rest.size() <= 5 && ascii::is_digit(rest[0]) &&
         std::all_of(rest.begin() + 1, rest.end(), ascii::is_capital);
}

// "2004-01-31"
bool is_iso_date(std::string_view word) {
  return word.size() == 10 && word[4] == '-' && word[7] == '-' && is_year(word.substr(0, 4)) &&
         all_digits(word.substr(5, 2)) && all_digits(word.substr(8));
}

// "2004-01-31T00:00:00Z", "...+01:00"
bool is_iso_date_time(std::string_view word) {
  if (word.size() < 16 || word[10] != 'T' || !is_iso_date(word.substr(0, 10))) return false;
  std::string_view time = word.substr(11);
  const std::size_t zone = time.find_first_of("Z+-");
  return is_time(time.substr(0, zone)) &&
         (zone == std::string_view::npos || time.substr(zone) == "Z" || is_numeric_zone(time.substr(zone)));
}

// "1-Jan-2004", "01-Jan-04"
bool is_dashed_date(std::string_view word) {
  const std::size_t day = word.find('-');
  if (day != 1 && day != 2) return false;
  const std::size_t after_month = day + 4;
  if (word.size() <= after_month || word[after_month] != '-') return false;
  const std::string_view year = word.substr(after_month + 1);
  return all_digits(word.substr(0, day)) && is_month(word.substr(day + 1, 3)) &&
         (is_year(year) || (year.size() == 2 && all_digits(year)));
}

// Returns the kind of a word in a date: W weekday, M month, D one or two digits, Y year, T time, Z zone,
// I a complete date, V a date and time; 0 if it is none of these.
char kind_of(std::string_view word) {
  const bool comma = word.size() > 1 && word.back() == ',';
  if (comma) word.remove_suffix(1);
  if (is_weekday(word)) return 'W';
  if (comma) return 0;
  if (is_month(word)) return 'M';
  if (word.size() <= 2 && all_digits(word)) return 'D';
  if (is_year(word)) return 'Y';
  if (is_time(word)) return 'T';
  if (is_iso_date(word) || is_dashed_date(word)) return 'I';
  if (is_iso_date_time(word)) return 'V';
  return is_zone(word) ? 'Z' : 0;
}

// Removes the last word of `line` and returns it; empty if there is none.
std::string_view pop_word(std::string_view& line) {
  while (!line.empty() && ascii::is_blank(line.back())) line.remove_suffix(1);
  std::size_t start = line.size();
  while (start > 0 && !ascii::is_blank(line[start - 1])) --start;
  const std::string_view word = line.substr(start);
  line.remove_suffix(word.size());
  return word;
}

// Returns the kinds of the last words of `line`, as far back as they can belong to a date.
std::string date_at_end(std::string_view line) {
  constexpr std::size_t kMaxWords = 10;
  std::string kinds;
  std::string_view before_remote = line;
  pop_word(before_remote);
  if (pop_word(before_remote) == "from" && pop_word(before_remote) == "remote") line = before_remote;
  while (kinds.size() < kMaxWords) {
    const std::string_view word = pop_word(line);
    const char kind = word.empty() ? '\0' : kind_of(word);
    if (kind == 0) break;
    kinds.insert(kinds.begin(), kind);
  }
  return kinds;
}

std::size_t count(std::string_view kinds, char kind) {
  return static_cast<std::size_t>(std::count(kinds.begin(), kinds.end(), kind));
}

// True if `bytes` are empty or start with a line ending.
bool begins_blank(std::string_view bytes) {
  return bytes.empty() || bytes[0] == '\n' || bytes[0] == '\r';
}

bool goes_on_like_heading(std::string_view bytes) {
  return begins_like_field(bytes) || bytes.substr(0, 6) == ">From ";
}

// The first line of some bytes.
struct Line {
  std::string_view text;  // without its line ending
  std::string_view next;  // the bytes after the line ending
};

// Returns the first line of `bytes`; empty if it is too long.
Line first_line(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kMaxFromLine + 1);
  const std::size_t newline = head.find('\n');
  const std::size_t end = std::min(newline, head.substr(0, newline).find('\r'));
  if (end == std::string_view::npos) {
    return bytes.size() <= kMaxFromLine ? Line{bytes, bytes.substr(bytes.size())} : Line{};
  }
  const std::string_view rest = bytes.substr(end);
  // Programs that convert line ends twice write CR CR LF.
  const std::size_t size = rest.starts_with("\r\r\n") ? 3 : rest.starts_with("\r\n") ? 2 : 1;
  return {bytes.substr(0, end), rest.substr(size)};
}

// True if the line before `at` is empty; it may be the first of the source.
bool follows_blank_line(std::string_view bytes, std::size_t at) {
  std::size_t end = at - 1;  // end of the previous line, whose LF is here
  for (int returns = 0; returns < 2 && end > 0 && bytes[end - 1] == '\r'; ++returns) --end;
  return end == 0 || bytes[end - 1] == '\n';
}

// True if a well-known field comes first, and then another one, a fold or the body.
bool begins_like_heading(std::string_view bytes) {
  if (!is_well_known_field(bytes.substr(0, bytes.find_first_of("\r\n")))) return false;
  const std::string_view next = first_line(bytes).next;
  return begins_blank(next) || ascii::is_blank(next[0]) || begins_like_field(next);
}

// True if `line`, which starts with "From ", starts a record in the middle of an mbox.
// With `has_bare_lines`, programs that write "From " alone also leave out the blank line before it.
bool parts_records(const Line& line, bool after_blank, bool after_from_line, bool has_bare_lines) {
  switch (shape_of_from_line(line.text)) {
    case FromShape::kFull:
      return after_blank || after_from_line || goes_on_like_heading(line.next);
    case FromShape::kLoose:
      return after_blank && (begins_blank(line.next) || goes_on_like_heading(line.next));
    case FromShape::kEmpty:
      if (has_bare_lines && !after_blank) return begins_like_heading(line.next);
      [[fallthrough]];
    case FromShape::kBare:
      return after_blank && begins_like_field(line.next);
    case FromShape::kNone:
      break;
  }
  return false;
}

constexpr std::string_view kNeedle = "\nFrom ";

std::optional<std::size_t> to_number(std::string_view value) {
  value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc() || number > kMaxContentLength) return std::nullopt;
  value.remove_prefix(static_cast<std::size_t>(end - value.data()));
  return value.find_first_not_of(" \t\r") == std::string_view::npos ? std::optional(number) : std::nullopt;
}

// Returns the position of the first Content-Length's value, or npos.
std::size_t find_content_length(std::string_view bytes) {
  constexpr std::string_view kName = "content-length:";
  for (std::size_t line = 0; line < bytes.size();) {
    if (ascii::starts_with_ignoring_case(bytes.substr(line), kName)) return line + kName.size();
    line = std::min(bytes.find('\n', line), bytes.size()) + 1;
  }
  return std::string_view::npos;
}

// Returns the offset after the line ending at `at`, if there is one.
std::size_t after_line_end(std::string_view bytes, std::size_t at) {
  if (bytes.substr(at, 2) == "\r\n") return at + 2;
  return bytes.substr(at, 1) == "\n" ? at + 1 : at;
}

// Returns the From_ line, or the end of the source, that follows a record whose content ends at `end`.
std::optional<FromSearch> record_end(std::string_view bytes, std::size_t end) {
  const std::size_t next = after_line_end(bytes, after_line_end(bytes, end));
  if (next == bytes.size()) return FromSearch{FromSearch::State::kNone, next, next};
  const std::size_t line_end = bytes[next - 1] == '\n' ? from_line_at(bytes, next) : 0;
  if (line_end == 0) return std::nullopt;
  return FromSearch{FromSearch::State::kFound, next, next + line_end};
}

}  // namespace

FromShape shape_of_from_line(std::string_view line) {
  if (line.substr(0, kFrom.size()) != kFrom) return FromShape::kNone;
  line.remove_prefix(kFrom.size());
  if (line.empty()) return FromShape::kEmpty;
  const std::string kinds = date_at_end(line);
  const std::size_t asctime = kinds.rfind("WMDT");
  if (asctime != std::string::npos) {
    const std::string_view rest = std::string_view(kinds).substr(asctime + 4);
    if (count(rest, 'Y') == 1 && count(rest, 'Z') + 1 == rest.size()) return FromShape::kFull;
  }
  const bool whole = count(kinds, 'I') == 1;
  const bool one_time = count(kinds, 'T') == 1;
  if (count(kinds, 'V') == 1 || (whole && one_time)) return FromShape::kLoose;
  const bool has_day = count(kinds, 'M') == 1 && count(kinds, 'D') >= 1;
  const bool has_year = count(kinds, 'W') == 1 || count(kinds, 'Y') == 1;
  if (one_time && has_day && has_year) return FromShape::kLoose;
  const bool is_address =
      line.find('@') != std::string_view::npos && pop_word(line).size() > 0 && pop_word(line).empty();
  return is_address ? FromShape::kBare : FromShape::kNone;
}

bool begins_like_field(std::string_view bytes) {
  constexpr std::size_t kMaxName = 100;
  if (bytes.empty() || !ascii::is_letter(bytes[0])) return false;
  std::size_t at = 1;
  const auto in_name = [](char c) { return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.'; };
  while (at < bytes.size() && at < kMaxName && in_name(bytes[at])) ++at;
  while (at < bytes.size() && at < kMaxName && ascii::is_blank(bytes[at])) ++at;
  if (at >= bytes.size() || bytes[at] != ':') return false;
  const std::string_view value = bytes.substr(at + 1, 2);
  return value != "//" && value.substr(0, 1) != ":";  // "http://", "std::"
}

std::size_t find_line_with_from(std::string_view bytes, std::size_t at) {
  while ((at = find_pair(bytes, at, kNeedle[0], kNeedle[1])) != kNotFound &&
         !bytes.substr(at).starts_with(kNeedle))
    ++at;
  return at;
}

FromSearch find_from_line(std::string_view bytes, std::size_t from, std::size_t body, bool at_end,
                          bool has_bare_lines) {
  for (std::size_t at = from - 1; at < bytes.size();) {
    const std::size_t hit = find_line_with_from(bytes, at);
    if (hit == std::string_view::npos) break;
    const std::size_t start = hit + 1;
    if (!at_end && bytes.size() - start < kLookahead) return {FromSearch::State::kMissing, start, start};
    const Line line = first_line(bytes.substr(start, kLookahead));
    if (parts_records(line, follows_blank_line(bytes, start), start == body, has_bare_lines)) {
      const auto end = static_cast<std::size_t>(line.next.data() - bytes.data());
      return {FromSearch::State::kFound, start, end};
    }
    at = start;
  }
  if (at_end) return {FromSearch::State::kNone, bytes.size(), bytes.size()};
  // The last bytes may be the start of "\nFrom ".
  const std::size_t tail = bytes.size() > kFrom.size() ? bytes.size() - kFrom.size() : 0;
  const std::size_t resume = std::max(from, tail);
  return {FromSearch::State::kMissing, resume, resume};
}

std::size_t leading_from_line(std::string_view bytes) {
  bytes = bytes.substr(0, kLookahead);
  if (bytes.substr(0, kFrom.size()) != kFrom) return 0;
  const Line line = first_line(bytes);
  const FromShape shape = shape_of_from_line(line.text);
  const std::size_t word = line.text.find_first_not_of(" \t", kFrom.size());
  const bool has_sender =
      word != std::string_view::npos && line.text[word] != ':';  // "From : a@b" is a field
  if (!has_sender && shape != FromShape::kEmpty) return 0;
  const bool from_line = shape > FromShape::kBare || goes_on_like_heading(line.next);
  return from_line ? static_cast<std::size_t>(line.next.data() - bytes.data()) : 0;
}

std::size_t from_line_at(std::string_view bytes, std::size_t at) {
  const Line line = first_line(bytes.substr(at, kLookahead));
  if (shape_of_from_line(line.text) == FromShape::kNone) return 0;
  return static_cast<std::size_t>(line.next.data() - bytes.data()) - at;
}

std::optional<std::size_t> end_of_heading(std::string_view bytes) {
  std::size_t line = 0;
  while (line < std::min(bytes.size(), kMaxHeading)) {
    const std::size_t body = after_line_end(bytes, line);
    if (body != line) return body;
    // No field begins like this: n records without a blank line take n looks at the next record, not at the
    // rest.
    if (bytes.substr(line).starts_with(kFrom) && !bytes.substr(line + kFrom.size()).starts_with(':'))
      return kNoBody;
    const std::size_t end = bytes.find('\n', line);
    if (end == std::string_view::npos) break;
    line = end + 1;
  }
  return bytes.size() < kMaxHeading ? std::nullopt : std::optional(kNoBody);
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
  if (state_ == State::kKnown || state_ == State::kLikely) end_ -= size;
}

// Returns false if more of the header has to be read first.
bool ClaimedEnd::read_heading(std::string_view held, std::size_t body, bool at_end) {
  const std::string_view bytes = held.substr(body);
  const std::optional<std::size_t> heading = end_of_heading(bytes);
  if (!heading && !at_end) return false;
  const bool has_body = heading && *heading != kNoBody;
  const std::optional<std::size_t> length =
      has_body ? content_length(bytes.substr(0, *heading)) : std::nullopt;
  state_ = length ? State::kKnown : State::kNone;
  if (length) end_ = body + *heading + *length;
  return true;
}

std::optional<FromSearch> ClaimedEnd::find(std::string_view held, std::size_t body, bool at_end) {
  const FromSearch missing{FromSearch::State::kMissing, body, body};
  if (state_ == State::kUnknown && !read_heading(held, body, at_end)) return missing;
  if (state_ == State::kNone) return std::nullopt;
  if (!at_end && (held.size() < end_ || held.size() - end_ < kBytesAround - 1)) return missing;
  state_ = State::kNone;  // a wrong length is not checked again
  return end_ <= held.size() ? record_end(held, end_) : std::nullopt;
}

std::optional<std::size_t> ClaimedEnd::to_be_checked() const {
  return state_ == State::kKnown ? std::optional(end_) : std::nullopt;
}

void ClaimedEnd::reject_unless_ended(std::string_view around, bool at_end) {
  const bool suffices = at_end || around.size() == kBytesAround;
  state_ = suffices && (around.empty() || !record_end(around, 1)) ? State::kNone : State::kLikely;
}

}  // namespace mimebase::input
