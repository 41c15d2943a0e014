// Every defanged URL has a mark: a scheme that does not exist, or a bracket around a dot or a colon. The
// scanner examines only ':' and opening brackets. It looks back for the scheme or the start of the host, and
// ahead for the end of the host.
#include "find/text/defanged.h"

#include <algorithm>

#include "find/text/url_character.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/defang_marks.h"

namespace mimebase::find {
namespace {

constexpr std::string_view kAnchors = ":[({";
constexpr std::string_view kMailto = "mailto";

bool is_any_of(char c, std::string_view set) {
  return contains(set, c);
}

bool is_host_byte(char c) {
  return ascii::is_alnum(c) || c == '-' || c == '_' || c == '.' || !ascii::is_ascii(c);
}

bool is_local_byte(char c) {
  return ascii::is_alnum(c) || !ascii::is_ascii(c) || is_any_of(c, "!#$%&'*+-=^_`|~.");
}

}  // namespace

std::optional<DefangedUrl> DefangedScanner::next(std::size_t from) {
  from_ = from;
  std::size_t at = std::max(from, resume_);
  while ((at = text_.find_first_of(kAnchors, at)) != kNotFound) {
    std::optional<DefangedUrl> url = with_scheme(at);
    if (!url) url = address(at);
    if (!url) url = bare_host(at);
    if (url) return url;
    at = std::max(at + 1, resume_);
  }
  return std::nullopt;
}

bool DefangedScanner::begins_text() {
  const std::size_t at = text_.find_first_of(kAnchors);
  return at != kNotFound && (with_scheme(at) || address(at) || bare_host(at));
}

// "hxxp://host", "http[:]//host", "http://evil[.]host". The scheme ends at `anchor`.
std::optional<DefangedUrl> DefangedScanner::with_scheme(std::size_t anchor) const {
  const auto separator = defanged::separator_at(text_.substr(anchor));
  if (!separator) return std::nullopt;
  const std::size_t start = word_start(anchor, defanged::kLongestScheme);
  const std::string_view scheme = text_.substr(start, anchor - start);
  const bool is_mark = !defanged::live_scheme(scheme).empty();
  if (!is_mark && !defanged::is_live_scheme(scheme)) return std::nullopt;
  const Host host = read_host(after_userinfo(anchor + separator->bytes));
  const bool is_marked = is_mark || separator->is_mark;
  const bool is_literal = host.end == host.start && text_.substr(host.start).starts_with('[') &&
                          host.start + 1 < text_.size() && ascii::hex_value(text_[host.start + 1]) >= 0;
  if (host.end == host.start && !(is_marked && is_literal)) return std::nullopt;
  if (!is_marked && !host.has_mark) return std::nullopt;
  return DefangedUrl{start, host.end, true};
}

// "mailto:user[@]host", "mailto:user@evil[.]host".
std::optional<DefangedUrl> DefangedScanner::address(std::size_t anchor) const {
  const std::size_t start = word_start(anchor, kMailto.size());
  if (!ascii::equals_ignoring_case(text_.substr(start, anchor - start), kMailto)) return std::nullopt;
  const bool is_marked_colon = text_.substr(anchor).starts_with("[:]");
  if (!is_marked_colon && text_[anchor] != ':') return std::nullopt;
  const std::size_t local = anchor + (is_marked_colon ? 3 : 1);
  std::size_t at = local;
  while (at < text_.size() && is_local_byte(text_[at])) ++at;
  if (at == local || at == text_.size()) return std::nullopt;
  const auto* mark = defanged::mark_at(text_.substr(at), defanged::kAts);
  if (mark == nullptr && text_[at] != '@') return std::nullopt;
  const Host host = read_host(at + (mark != nullptr ? mark->written.size() : 1));
  if (host.end == host.start || (!is_marked_colon && mark == nullptr && !host.has_mark)) return std::nullopt;
  return DefangedUrl{start, host.end, continues_at(host.end)};
}

// "evil[.]host", whose first mark is at `anchor`.
std::optional<DefangedUrl> DefangedScanner::bare_host(std::size_t anchor) {
  const auto* mark = defanged::mark_at(text_.substr(anchor), defanged::kDots);
  if (mark == nullptr || !is_any_of(mark->written.back(), "])}")) return std::nullopt;
  const std::size_t start = host_start(anchor);
  if (start == anchor) return std::nullopt;
  Host host = read_host(start);
  resume_ = std::max(anchor + 1, host.end);
  cut_foreign_top(host);
  if (!host.has_mark || !is_plausible(host)) return std::nullopt;
  // An address without "mailto:" is no URL.
  const std::string_view rest = text_.substr(host.end);
  if (rest.starts_with('@') || defanged::mark_at(rest, defanged::kAts) != nullptr) return std::nullopt;
  return DefangedUrl{start, host.end, continues_at(host.end)};
}

// Returns the start of the letters before `end`, or `end` if there are too many of them.
std::size_t DefangedScanner::word_start(std::size_t end, std::size_t most_bytes) const {
  const std::size_t limit = std::max(from_, end - std::min(end, most_bytes));
  std::size_t start = end;
  while (start > limit && (ascii::is_letter(text_[start - 1]) || text_[start - 1] == '*')) --start;
  return start > 0 && ascii::is_alnum(text_[start - 1]) ? end : start;
}

// Returns the start of the host that a mark at `anchor` is in, or `anchor` if it is in a path or an address.
std::size_t DefangedScanner::host_start(std::size_t anchor) const {
  std::size_t start = anchor;
  while (start > from_ && is_host_byte(text_[start - 1])) --start;
  if (start > 0 && (is_host_byte(text_[start - 1]) || is_any_of(text_[start - 1], "@/\\%]"))) return anchor;
  // A quote or another character that ends URLs may stand before the host.
  for (std::size_t at = start; at < anchor;) {
    const bool is_part = label_character(at) != 0 || text_[at] == '.';
    at += ascii::is_ascii(text_[at]) ? 1 : character_at(text_, at, charset_).length;
    if (!is_part) start = std::min(at, anchor);
  }
  while (start < anchor && is_any_of(text_[start], "-_.")) ++start;
  return start;
}

// Returns the start of the host of a net_loc at `at`.
std::size_t DefangedScanner::after_userinfo(std::size_t at) const {
  std::size_t end = at;
  while (end < text_.size() && static_cast<unsigned char>(text_[end]) > 0x20 &&
         !is_any_of(text_[end], "/?#\\<>\""))
    ++end;
  const std::string_view net_loc = text_.substr(at, end - at);
  const std::size_t sign = net_loc.rfind('@');
  if (sign == kNotFound) return at;
  const bool is_mark = net_loc.substr(sign + 1).starts_with(']');
  return at + sign + (is_mark ? 2 : 1);
}

// Returns the length of the character at `at` if it may be part of a label, else 0.
std::size_t DefangedScanner::label_character(std::size_t at) const {
  const char c = text_[at];
  if (ascii::is_alnum(c) || c == '-' || c == '_') return 1;
  if (ascii::is_ascii(c)) return 0;
  const Character character = character_at(text_, at, charset_);
  return ends_url(character.code) || ends_sentence(character.code) ? 0 : character.length;
}

DefangedScanner::Host DefangedScanner::read_host(std::size_t at) const {
  Host host{.start = at, .end = at, .top = at};
  bool is_after_dot = true, is_after_mark = false;
  while (at < text_.size()) {
    if (const std::size_t length = label_character(at); length != 0) {
      if (is_after_dot) {
        host.top = at;
        ++host.labels;
        host.has_mark = host.has_mark || is_after_mark;
      }
      is_after_dot = is_after_mark = false;
      host.is_numeric = host.is_numeric && ascii::is_digit(text_[at]);
      at += length;
      if (!is_any_of(text_[at - 1], "-_")) host.end = at;
      continue;
    }
    if (is_after_dot) break;
    const auto* mark = defanged::mark_at(text_.substr(at), defanged::kDots);
    if (mark == nullptr && text_[at] != '.') break;
    is_after_dot = true;
    is_after_mark = mark != nullptr;
    at += mark != nullptr ? mark->written.size() : 1;
  }
  return host;
}

// No top-level domain mixes ASCII with other letters.
void DefangedScanner::cut_foreign_top(Host& host) const {
  if (host.end <= host.top) return;
  const std::string_view top = text_.substr(host.top, host.end - host.top);
  if (!ascii::is_ascii(top.front())) return;
  const auto* high = std::find_if(top.begin(), top.end(), [](char c) { return !ascii::is_ascii(c); });
  host.end = host.top + static_cast<std::size_t>(high - top.begin());
}

// An address of four numbers, or a name whose last label may be a top-level domain.
bool DefangedScanner::is_plausible(const Host& host) const {
  if (host.end <= host.top) return false;
  if (host.is_numeric) return host.labels == 4;
  return host.labels > 1 && host.end >= host.top + 2 && !ascii::is_digit(text_[host.top]);
}

// True at a path, a query, a fragment or a port.
bool DefangedScanner::continues_at(std::size_t at) const {
  const std::string_view rest = text_.substr(at, 4);
  if (rest.empty()) return false;
  if (is_any_of(rest.front(), "/?#") || rest.starts_with("[/]")) return true;
  const std::size_t colon = rest.starts_with("[:]") ? 3 : rest.starts_with(':') ? 1 : rest.size();
  return colon < rest.size() && ascii::is_digit(rest[colon]);
}

bool is_defanged(std::string_view url, const charset::Charset& charset) {
  return DefangedScanner(url, charset).begins_text();
}

}  // namespace mimebase::find
