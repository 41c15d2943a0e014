#include "input/recognize.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "ascii.h"
#include "input/content_length.h"
#include "input/from_line.h"
#include "input/role.h"

namespace mimebase::input {
namespace {

// Fields that mail has and other text files rarely. `line` begins like a field.
bool is_well_known(std::string_view line) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"bcc", "cc", "date", "delivered-to", "delivery-date", "dkim-signature", "envelope-to", "from",
       "in-reply-to", "message-id", "mime-version", "received", "references", "reply-to", "return-path",
       "sender", "status", "subject", "to"});
  constexpr auto kPrefixes = std::to_array<std::string_view>({"arc-", "content-", "list-", "resent-", "x-"});
  const std::string name = ascii::lowered(line.substr(0, line.find_first_of(" \t:")));
  const auto is_name = [&name](std::string_view known) { return name == known; };
  const auto starts_name = [&name](std::string_view prefix) {
    return name.substr(0, prefix.size()) == prefix;
  };
  return std::any_of(kNames.begin(), kNames.end(), is_name) ||
         std::any_of(kPrefixes.begin(), kPrefixes.end(), starts_name);
}

// Cuts a line, without its end, from the front of `bytes`.
std::string_view pop_line(std::string_view& bytes) {
  const std::size_t end = bytes.find_first_of("\r\n");
  const std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(line.size());
  if (bytes.substr(0, 2) == "\r\n") {
    bytes.remove_prefix(2);
  } else if (!bytes.empty()) {
    bytes.remove_prefix(1);
  }
  return line;
}

// A byte order mark and lines of nothing but white space.
std::size_t length_of_lead(std::string_view head) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  std::size_t lead = head.substr(0, kMark.size()) == kMark ? kMark.size() : 0;
  const std::size_t text = head.find_first_not_of(" \t\r\n", lead);
  if (text == std::string_view::npos) return head.size();
  // A first line that begins with blanks keeps them: it may be a fold.
  const std::size_t line = head.substr(0, text).find_last_of("\r\n");
  return line == std::string_view::npos ? lead : std::max(lead, line + 1);
}

// True if `bytes` begin like a message's heading: a field, and behind it one more, a fold, the
// body or the end.
bool begins_like_heading(std::string_view bytes) {
  const std::string_view first = pop_line(bytes);
  if (first.substr(0, 6) == ">From ") return true;
  if (!begins_like_field(first)) return false;
  // NULs are more often a binary file than mail, but one of them may stand behind "Subject:".
  if (const std::size_t nul = first.find('\0'); nul != std::string_view::npos) {
    return first.find('\0', nul + 1) == std::string_view::npos && is_well_known(first);
  }
  const bool goes_on = bytes.empty() || bytes.find_first_of(" \t\r\n") == 0 || begins_like_field(bytes);
  return goes_on || is_well_known(first);
}

// Where the first field stands, if two well-known ones stand among the first lines with no blank line and no
// NUL before them: what is before it is rubbish.
std::optional<std::size_t> heading_behind_rubbish(std::string_view bytes) {
  constexpr int kMostLines = 32;
  const char* const start = bytes.data();
  std::optional<std::size_t> first;
  int well_known = 0;
  for (int line_number = 0; line_number < kMostLines && !bytes.empty(); ++line_number) {
    const std::string_view line = pop_line(bytes);
    const std::size_t blanks = line.find_first_not_of(" \t");
    if (blanks == std::string_view::npos || line.find('\0') != std::string_view::npos) break;
    if (!begins_like_field(line.substr(blanks))) continue;
    if (!first) first = static_cast<std::size_t>(line.data() - start) + blanks;
    well_known += is_well_known(line.substr(blanks)) ? 1 : 0;
    if (well_known == 2) return first;
  }
  return std::nullopt;
}

bool is_text(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x07 || (byte > 0x0D && byte < 0x1B);
  });
}

// The length of a line that is nothing but a number and blanks, and the number; 0 if there is none.
std::size_t leading_count(std::string_view text, std::uint64_t& count) {
  constexpr std::size_t kMostDigits = 12;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const std::size_t end = text.find_first_not_of(" \t\r", digits);
  if (digits == 0 || digits > kMostDigits || end == std::string_view::npos || text[end] != '\n') return 0;
  count = 0;
  for (const char c : text.substr(0, digits)) count = count * 10 + static_cast<std::uint64_t>(c - '0');
  return end + 1;
}

}  // namespace

Beginning recognize(std::string_view head, std::string_view name) {
  Beginning beginning;
  beginning.lead = length_of_lead(head);
  const std::string_view text = head.substr(beginning.lead);
  if (text.empty()) {
    beginning.holds = Holds::kNothing;
    return beginning;
  }
  beginning.from_line = leading_from_line(text);
  std::uint64_t count = 0;
  const std::size_t count_line = leading_count(text, count);
  if (count_line > 0 && (is_named_emlx(name) || heading_behind_rubbish(text))) {
    beginning.holds = Holds::kMessage;
    beginning.lead += count_line;
    beginning.counted = count;
  } else if (beginning.from_line > 0) {
    beginning.holds = Holds::kMbox;
    beginning.counts_bytes = mentions_content_length(text);
  } else if (begins_like_heading(text)) {
    beginning.holds = Holds::kMessage;
  } else if (const std::optional<std::size_t> heading = heading_behind_rubbish(text)) {
    beginning.holds = Holds::kMessage;
    beginning.lead += *heading;
  } else if (is_text(text) && is_named_like_mail(name)) {
    beginning.holds = Holds::kMessage;
  }
  return beginning;
}

bool is_named_emlx(std::string_view name) {
  constexpr std::string_view kEnding = ".emlx";
  return name.size() > kEnding.size() && ascii::ends_with_ignoring_case(name, kEnding);
}

bool has_well_known_field(std::string_view heading) {
  while (!heading.empty()) {
    const std::string_view line = pop_line(heading);
    if (line.empty()) return false;
    if (begins_like_field(line) && is_well_known(line)) return true;
  }
  return false;
}

}  // namespace mimebase::input
