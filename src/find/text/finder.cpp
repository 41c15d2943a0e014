// How URLs are distinguished from prose. Every URL has a ':' after its scheme, or is a host that starts
// with "www.". Therefore the scanner jumps from ':' to ':' and from '.' to '.' with memchr, and examines
// only those places.
//
// Bare URLs are recognised by their scheme:
//  - schemes of kSchemes that name a host require "//" and the start of a host after the ':';
//    an unknown name before "://" is more often a placeholder or a path than a URL;
//  - schemes without "//" require the shape that their specification gives them (an address for mailto, cid,
//    mid, sip; a namespace for urn; a dotted newsgroup or a Message-ID for news; a global number for tel; a
//    media type and a comma for data; a '?' for magnet), because "Mid:", "News:" and "Tel:" are also words.
// Between '<' and '>', an unknown scheme before "://" is accepted too, and so are http, https, ftp and
// mailto followed by anything. All look-ahead that can fail ends where the next one begins: a scheme and what
// must follow it at the next ':', the inside of brackets at the next '<', a host after "www." at its end. So
// no text is read repeatedly, and nothing has to have a greatest length.
#include "find/text/finder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "find/text/defanged.h"
#include "find/text/scheme.h"
#include "find/text/url_character.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/defang_marks.h"

namespace mimebase::find {
namespace {

// The meaning of a byte for a bare URL that has reached it.
enum class Role : std::uint8_t {
  kSolid,   // part of the URL
  kSoft,    // part of the URL if something solid follows
  kStop,    // ends the URL
  kOpen,    // a bracket: soft until it is closed
  kClose,   // ends the URL if no bracket is open
  kMark,    // unreserved (RFC 3986 section 2.3): part of the URL, but soft if the same mark precedes the URL
  kEscape,  // '&', which may start an escaped '>' of HTML
  kHigh,    // not ASCII: depends on the character
};

constexpr std::array<Role, 256> make_roles() {
  std::array<Role, 256> roles{};
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (byte <= 0x20 || byte == 0x7F) roles[byte] = Role::kStop;
    if (byte >= 0x80) roles[byte] = Role::kHigh;
  }
  for (const char c : std::string_view("<>\"`")) roles[static_cast<unsigned char>(c)] = Role::kStop;
  for (const char c : std::string_view(".,;:!?'*|\\")) roles[static_cast<unsigned char>(c)] = Role::kSoft;
  for (const char c : std::string_view("([{")) roles[static_cast<unsigned char>(c)] = Role::kOpen;
  for (const char c : std::string_view(")]}")) roles[static_cast<unsigned char>(c)] = Role::kClose;
  for (const char c : std::string_view("_~")) roles[static_cast<unsigned char>(c)] = Role::kMark;
  roles['&'] = Role::kEscape;
  return roles;
}
constexpr std::array<Role, 256> kRoles = make_roles();

Role role_of(char c) {
  return kRoles[static_cast<unsigned char>(c)];
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

// Returns 0 for (), 1 for [], 2 for {}.
std::size_t bracket_kind(char c) {
  return c == '(' || c == ')' ? 0 : c == '[' || c == ']' ? 1 : 2;
}

// For text converted from HTML: `http://x/&gt;` ends where `http://x/>` would.
bool begins_escaped_delimiter(std::string_view text) {
  return ascii::starts_with_ignoring_case(text, "&gt;") || ascii::starts_with_ignoring_case(text, "&lt;") ||
         ascii::starts_with_ignoring_case(text, "&quot;") || ascii::starts_with_ignoring_case(text, "&nbsp;");
}

bool begins_web_url(std::string_view text) {
  return ascii::starts_with_ignoring_case(text, "http://") ||
         ascii::starts_with_ignoring_case(text, "https://") ||
         ascii::starts_with_ignoring_case(text, "ftp://");
}

bool is_open_bracket(char c) {
  return c == '[' || c == '(' || c == '{';
}

// True for "[.]com": more of a host, so that what precedes it is no live URL.
bool begins_marked_label(std::string_view text) {
  const auto* mark = defanged::mark_at(text, defanged::kDots);
  return mark != nullptr && mark->written.size() < text.size() && ascii::is_alnum(text[mark->written.size()]);
}

// A quick test: defanged URLs have a bracket, or the second or third letter of their scheme is masked.
bool may_be_defanged(std::string_view url) {
  const auto is_mask = [](char c) { return c == '*' || (c | 0x20) == 'x'; };
  if (url.size() < 4) return false;
  return is_mask(url[1]) || is_mask(url[2]) || contains(url, '[') || contains(url, '(') || contains(url, '{');
}

// Finds the URLs in one text and delivers them to a sink.
class TextScanner {
 public:
  TextScanner(const Content& content, Sink& sink)
      : text_(content.bytes), charset_(content.charset), sink_(sink) {}

  void run();

 private:
  // The text between '<' and '>'; `start` and `end` exclude surrounding white space.
  struct Bracketed {
    std::size_t start = 0;
    std::size_t end = 0;
    std::size_t close = 0;  // position of the '>'
  };
  enum class Blanks { kAnywhere, kAtLineBreaks };
  static constexpr std::size_t kLongestLabel = 63;  // RFC 1035 section 2.3.4
  enum class Form { kLive, kGuessed, kDefanged };

  std::size_t next_colon(std::size_t from) const;
  std::size_t next_dot(std::size_t from) const;
  void run_with_defanged();
  void take_defanged(const DefangedUrl& url);
  void at_colon(std::size_t colon);
  void at_dot(std::size_t dot);

  std::size_t scheme_run_start(std::size_t colon) const;
  bool take_url_colon(std::size_t colon, std::size_t run_start);
  bool take_bracketed_scheme(std::size_t colon, std::size_t run_start);
  bool take_bare(std::size_t colon, std::size_t run_start);

  bool read_bracketed(std::size_t content_start, Blanks blanks, Bracketed& out);
  std::size_t skip_quote_marks(std::size_t line_start, std::size_t level) const;
  bool looks_like_quote_mark(std::size_t at) const;
  std::size_t quote_level_of_line(std::size_t at);

  std::size_t bare_end(std::size_t at, std::size_t url_start);
  std::size_t message_id_end(std::size_t at) const;
  std::string_view marks_before(std::size_t url_start) const;
  std::size_t host_end(std::size_t start);
  std::size_t cut_foreign_label(std::size_t host, std::size_t end) const;

  void deliver(std::string_view context, Span span, std::string_view raw, Form form = Form::kLive);
  void deliver_delimited(const Bracketed& inner);
  bool is_cut_at(Span span) const;

  std::string_view text_;
  const charset::Charset& charset_;
  Sink& sink_;
  std::size_t done_ = 0;        // nothing before this offset is examined again
  std::size_t line_start_ = 0;  // start of the line that contains line_seen_
  std::size_t line_seen_ = 0;
  std::optional<std::size_t> line_level_;  // number of quote marks at its start
  std::size_t no_host_until_ = 0;          // no host of a "www." that starts before this offset is plausible
  bool has_bracket_ = false;               // bare_end() has passed an opening bracket
  std::string cleaned_, utf8_;
};

// Finds the next ':' that may belong to a URL. Only in `<URL: x>` does a space follow it.
std::size_t TextScanner::next_colon(std::size_t from) const {
  std::size_t at = text_.find(':', from);
  while (at != kNotFound) {
    const char before = at > 0 ? text_[at - 1] : ' ';
    const char after = at + 1 < text_.size() ? text_[at + 1] : ' ';
    if (before == 'L' || before == 'l' || (ascii::is_scheme_byte(before) && !ascii::is_blank(after))) break;
    at = text_.find(':', at + 1);
  }
  return at;
}

// Finds the next '.' after a 'w'.
std::size_t TextScanner::next_dot(std::size_t from) const {
  std::size_t at = text_.find('.', from);
  while (at != kNotFound && (at == 0 || (text_[at - 1] | 0x20) != 'w')) at = text_.find('.', at + 1);
  return at;
}

void TextScanner::run() {
  if (sink_.wants_defanged()) return run_with_defanged();
  std::size_t colon = next_colon(0);
  std::size_t dot = next_dot(0);
  while (colon != kNotFound || dot != kNotFound) {
    const std::size_t at = std::min(colon, dot);
    if (at == colon) {
      at_colon(colon);
    } else {
      at_dot(dot);
    }
    const std::size_t from = std::max(at + 1, done_);
    if (colon < from) colon = next_colon(from);
    if (dot < from) dot = next_dot(from);
  }
}

// The same, also with defanged URLs. Where one begins, nothing live does.
void TextScanner::run_with_defanged() {
  DefangedScanner scanner(text_, charset_);
  std::size_t colon = next_colon(0);
  std::size_t dot = next_dot(0);
  std::optional<DefangedUrl> defanged = scanner.next(0);
  while (colon != kNotFound || dot != kNotFound || defanged) {
    const std::size_t at = std::min(colon, dot);
    std::size_t from = at + 1;
    if (defanged && defanged->start <= at) {
      take_defanged(*defanged);
      from = done_;
    } else if (at == colon) {
      at_colon(colon);
    } else {
      at_dot(dot);
    }
    from = std::max(from, done_);
    if (colon < from) colon = next_colon(from);
    if (dot < from) dot = next_dot(from);
    if (defanged && defanged->start < done_) defanged = scanner.next(done_);
  }
}

void TextScanner::take_defanged(const DefangedUrl& url) {
  const char before = url.start > 0 ? text_[url.start - 1] : '\0';
  done_ = url.continues ? bare_end(url.host_end, url.start) : url.host_end;
  const bool is_delimited = before == '<' && text_.substr(done_).starts_with('>');
  deliver(is_delimited ? "text:delimited" : "text", {url.start, done_},
          text_.substr(url.start, done_ - url.start), Form::kDefanged);
}

void TextScanner::at_colon(std::size_t colon) {
  const std::size_t run_start = scheme_run_start(colon);
  if (run_start == colon) return;
  if (take_url_colon(colon, run_start)) return;
  if (take_bracketed_scheme(colon, run_start)) return;
  take_bare(colon, run_start);
}

// Returns the start of the characters before the ':' that may be a scheme (RFC 1808 section 2.2).
std::size_t TextScanner::scheme_run_start(std::size_t colon) const {
  std::size_t start = colon;
  while (start > done_ && ascii::is_scheme_byte(text_[start - 1])) --start;
  return start;
}

// `<URL:...>`, the form in RFC 1738's appendix.
bool TextScanner::take_url_colon(std::size_t colon, std::size_t run_start) {
  if (colon - run_start != 3 || !ascii::starts_with_ignoring_case(text_.substr(run_start), "url"))
    return false;
  std::size_t open = run_start;
  while (open > done_ &&
         (ascii::is_blank(text_[open - 1]) || text_[open - 1] == '\n' || text_[open - 1] == '\r'))
    --open;
  if (open == done_ || text_[open - 1] != '<') return false;
  Bracketed inner;
  if (!read_bracketed(colon + 1, Blanks::kAnywhere, inner)) return false;
  if (!cleaned_.empty()) deliver_delimited(inner);
  done_ = inner.close + 1;
  return true;
}

// `<http://...>`, `<mailto:...>`.
bool TextScanner::take_bracketed_scheme(std::size_t colon, std::size_t run_start) {
  if (run_start == done_ || text_[run_start - 1] != '<' || !ascii::is_letter(text_[run_start])) return false;
  Bracketed inner;
  if (!read_bracketed(run_start, Blanks::kAtLineBreaks, inner)) return false;
  if (!is_delimited_url(cleaned_, colon - run_start)) return false;
  deliver_delimited(inner);
  done_ = inner.close + 1;
  return true;
}

bool TextScanner::take_bare(std::size_t colon, std::size_t run_start) {
  const bool cut_off = run_start > done_ && ascii::is_alnum(text_[run_start - 1]);
  const std::string_view run = text_.substr(run_start, colon - run_start);
  const SchemeMatch match = match_scheme(run, cut_off, text_.substr(colon + 1));
  if (match.least_bytes == 0) return false;
  const std::size_t start = run_start + match.start;
  std::size_t end = bare_end(colon + 1, start);
  if (text_.substr(colon + 1, 2) == "//") {
    end = cut_foreign_label(colon + 3, end);
    if (text_.substr(0, end).find_first_not_of("_~", colon + 3) == kNotFound) return false;
  }
  if (end < colon + 1 + match.least_bytes) return false;
  if (sink_.wants_message_ids()) end = message_id_end(end);
  const std::string_view url = text_.substr(start, end - start);
  if (!has_bracket_ || !is_defanged(url, charset_)) deliver("text", {start, end}, url);
  done_ = end;
  return true;
}

// Accepts a host that starts with "www." and has at least two more labels. `dot` is the '.' of "www.".
void TextScanner::at_dot(std::size_t dot) {
  if (dot < done_ + 3) return;
  const std::size_t start = dot - 3;
  if (!ascii::starts_with_ignoring_case(text_.substr(start), "www.")) return;
  const char before = start > done_ ? text_[start - 1] : ' ';
  if (ascii::is_alnum(before) || std::strchr("@-./\\%+", before) != nullptr) return;
  std::size_t end = host_end(start);
  if (end == kNotFound) return;
  const char after = end < text_.size() ? text_[end] : ' ';
  if (after == '@' || (is_open_bracket(after) && begins_marked_label(text_.substr(end)))) return;
  const bool port = after == ':' && end + 1 < text_.size() && ascii::is_digit(text_[end + 1]);
  if (after == '/' || after == '?' || after == '#' || port) end = bare_end(start, start);
  deliver("text", {start, end}, text_.substr(start, end - start), Form::kGuessed);
  done_ = end;
}

// Reads up to the '>' and stores the bytes, without white space and quote marks, in cleaned_. Returns
// false if there is no '>' before a '<' or a blank line, or if the bytes cannot be a URL.
bool TextScanner::read_bracketed(std::size_t content_start, Blanks blanks, Bracketed& out) {
  cleaned_.clear();
  std::size_t at = content_start;
  bool blank_since_solid = false, break_since_solid = false;
  while (at < text_.size() && text_[at] != '>') {
    const char c = text_[at];
    if (c == '\n') {
      const std::size_t line = skip_quote_marks(at + 1, quote_level_of_line(content_start));
      if (line < text_.size() && (text_[line] == '\n' || text_[line] == '\r')) return false;
      break_since_solid = true;
      at = line;
      continue;
    }
    if (ascii::is_blank(c) || c == '\r') {
      blank_since_solid = true;
    } else if (c == '<' || is_control(c)) {
      return false;
    } else {
      const bool inside_line = blank_since_solid && !break_since_solid && !cleaned_.empty();
      if (inside_line && blanks == Blanks::kAtLineBreaks) return false;
      if (cleaned_.empty()) out.start = at;
      out.end = at + 1;
      cleaned_ += c;
      blank_since_solid = break_since_solid = false;
    }
    ++at;
  }
  out.close = at;
  return at < text_.size();
}

// Skips blanks and at most `level` quote marks at the start of a line.
std::size_t TextScanner::skip_quote_marks(std::size_t line_start, std::size_t level) const {
  std::size_t at = line_start;
  const auto skip_blanks = [&] {
    while (at < text_.size() && ascii::is_blank(text_[at])) ++at;
  };
  skip_blanks();
  if (level == 0 && looks_like_quote_mark(at)) level = 1;
  for (; level > 0 && at < text_.size() && text_[at] == '>'; --level) {
    ++at;
    skip_blanks();
  }
  return at;
}

// In a line not known to be quoted, "> word>" continues an open '<', while a lone '>' closes it.
bool TextScanner::looks_like_quote_mark(std::size_t at) const {
  if (text_.substr(at, 2) != "> ") return false;
  const std::size_t word = text_.find_first_not_of(" \t", at + 2);
  if (word == kNotFound) return false;
  const std::size_t end = text_.find_first_of(" \t\r\n<>", word);
  return end != kNotFound && end > word && text_[end] == '>';
}

// Returns the number of quote marks at the start of the line that contains `at`. Successive calls must
// have ascending `at`, so that each byte is read once, however long the lines are.
std::size_t TextScanner::quote_level_of_line(std::size_t at) {
  if (at > line_seen_) {
    const std::size_t last = text_.substr(line_seen_, at - line_seen_).rfind('\n');
    if (last != kNotFound) {
      line_start_ = line_seen_ + last + 1;
      line_level_.reset();
    }
    line_seen_ = at;
  }
  if (line_level_) return *line_level_;
  std::size_t level = 0;
  for (std::size_t i = line_start_; i < at && (text_[i] == '>' || ascii::is_blank(text_[i])); ++i) {
    if (text_[i] == '>') ++level;
  }
  line_level_ = level;  // a '<' in the line ends the quote marks
  return level;
}

// Returns the marks of emphasis before a URL, as in "*_http://host/_*".
std::string_view TextScanner::marks_before(std::size_t url_start) const {
  std::size_t start = url_start;
  while (start > done_ && std::strchr("*_~", text_[start - 1]) != nullptr && text_[start - 1] != '\0')
    --start;
  return text_.substr(start, url_start - start);
}

// Returns the end of the URL that continues at `at`: before white space, a quote or an unbalanced
// bracket, and without trailing punctuation of the sentence. If the character before `url_start` is a quote,
// the next one of its kind ends the URL. So does the end of a forum's tag ("[/url]").
std::size_t TextScanner::bare_end(std::size_t at, std::size_t url_start) {
  has_bracket_ = false;
  const char before = url_start > 0 ? text_[url_start - 1] : '\0';
  const char mate = before == '\'' || before == '|' ? before : '\0';
  const std::string_view marks = marks_before(url_start);
  std::array<std::size_t, 3> open{};
  std::size_t end = at;
  while (at < text_.size()) {
    const char c = text_[at];
    std::size_t length = 1;
    bool solid = true;
    switch (role_of(c)) {
      case Role::kSolid:
        break;
      case Role::kStop:
        return end;
      case Role::kSoft:
        if (c == mate) return end;
        if ((c == ',' || c == ';' || c == '|') && begins_web_url(text_.substr(at + 1, 8))) return end;
        solid = false;
        break;
      case Role::kMark:
        solid = !contains(marks, c);
        break;
      case Role::kOpen:
        if (text_.substr(at).starts_with("[/") && !text_.substr(at).starts_with("[/]")) return end;
        ++open[bracket_kind(c)];
        has_bracket_ = true;
        solid = false;
        break;
      case Role::kClose:
        if (open[bracket_kind(c)]-- == 0) return end;
        break;
      case Role::kEscape:
        if (begins_escaped_delimiter(text_.substr(at, 6))) return end;
        break;
      case Role::kHigh: {
        const Character character = character_at(text_, at, charset_);
        if (ends_url(character.code)) return end;
        solid = !ends_sentence(character.code);
        length = character.length;
      }
    }
    at += length;
    if (solid) end = at;
  }
  return end;
}

// Returns the end of the Message-ID in angle brackets that begins at `at`, or `at` if none does. Names of
// lists and addresses are no part of a URL: the URL must end in "/" or "=".
std::size_t TextScanner::message_id_end(std::size_t at) const {
  if (at == 0 || at >= text_.size() || text_[at] != '<' || (text_[at - 1] != '/' && text_[at - 1] != '='))
    return at;
  bool has_at = false;
  for (std::size_t end = at + 1; end < text_.size(); ++end) {
    const char c = text_[end];
    if (c == '>') return has_at && text_[end - 1] != '@' ? end + 1 : at;
    if (c == '<' || c == ' ' || is_control(c)) return at;
    if (c == '@') has_at = end > at + 1;
  }
  return at;
}

// Returns the end of a plausible host with at least three labels, or kNotFound. Where that depends on the end
// of a run of host characters, it is the same for every later start in the run, which is therefore read once.
std::size_t TextScanner::host_end(std::size_t start) {
  if (start < no_host_until_) return kNotFound;
  std::size_t at = start;
  std::size_t end = start;  // after the last byte that may end a host
  std::size_t dots = 0, last_label = start;
  while (at < text_.size()) {
    const char c = text_[at];
    if (c == '.') {
      if (end != at) break;
      ++at;
      continue;
    }
    const bool is_high = !ascii::is_ascii(c);
    const Character character =
        is_high ? character_at(text_, at, charset_) : Character{static_cast<unsigned char>(c), 1};
    if (is_high ? ends_url(character.code) : !(ascii::is_alnum(c) || c == '-' || c == '_')) break;
    if (at > start && text_[at - 1] == '.') {
      ++dots;
      last_label = at;
    }
    at += character.length;
    if (c != '_' && c != '-' && !(is_high && ends_sentence(character.code))) end = at;
  }
  if (dots >= 2) {
    end = cut_foreign_label(start, end);
    if (end >= last_label + 2 && !ascii::is_digit(text_[last_label])) return end;
  }
  no_host_until_ = at;
  return kNotFound;
}

// No top-level domain mixes ASCII with other letters: in "http://example.com和", the host ends before the
// first non-ASCII letter. Takes and returns the end of the URL; `host` is the start of its host.
std::size_t TextScanner::cut_foreign_label(std::size_t host, std::size_t end) const {
  if (end <= host) return end;
  const std::string_view rest = text_.substr(host, end - host);
  const std::string_view net_loc = rest.substr(0, rest.find_first_of("/?#"));
  const std::size_t dot = net_loc.rfind('.');
  if (dot == kNotFound || contains(net_loc, '@')) return end;
  const std::string_view label = net_loc.substr(dot + 1);
  if (label.empty() || !ascii::is_alnum(label.front())) return end;
  const auto* high = std::find_if(label.begin(), label.end(), [](char c) { return !ascii::is_ascii(c); });
  if (high == label.end()) return end;
  std::size_t cut = host + dot + 1 + static_cast<std::size_t>(high - label.begin());
  while (cut > host && !ascii::is_alnum(text_[cut - 1])) --cut;
  return cut;
}

// Delivers cleaned_. It may be defanged, and then counts as found by accident unless it is wanted.
void TextScanner::deliver_delimited(const Bracketed& inner) {
  const bool is_live = !may_be_defanged(cleaned_) || !is_defanged(cleaned_, charset_);
  if (!is_live && !sink_.wants_defanged()) return;
  deliver("text:delimited", {inner.start, inner.end}, cleaned_, is_live ? Form::kLive : Form::kDefanged);
}

// True if the URL has no path, and after its dot the line ends: in "http://www.\nhost.example/", a program
// has broken the line.
bool TextScanner::is_cut_at(Span span) const {
  const std::string_view rest = text_.substr(span.end);
  if (!rest.starts_with(".\n") && !rest.starts_with(".\r\n")) return false;
  const std::size_t host = text_.substr(span.start, span.end - span.start).find("://");
  const std::size_t host_start = host == kNotFound ? span.start : span.start + host + 3;
  if (text_.substr(0, span.end).find_first_of("/?#", host_start) != kNotFound) return false;
  // What follows must look like more of a host.
  std::size_t at = span.end + rest.find('\n') + 1;
  const std::size_t word = at;
  while (at < text_.size() && at - word < kLongestLabel && (ascii::is_alnum(text_[at]) || text_[at] == '-'))
    ++at;
  return at > word && at + 1 < text_.size() &&
         (text_[at] == '/' || (text_[at] == '.' && ascii::is_alnum(text_[at + 1])));
}

void TextScanner::deliver(std::string_view context, Span span, std::string_view raw, Form form) {
  Found found;
  found.context = context;
  if (context == "text:delimited") found.quoting = Quoting::kDelimited;
  found.span = span;
  found.reference = charset_.utf8(raw, utf8_);
  found.guessed = form == Form::kGuessed;
  found.defanged = form == Form::kDefanged;
  found.is_cut = context == "text" && is_cut_at(span);
  sink_.found(found);
}

}  // namespace

void find_in_text(const Content& content, Sink& sink) {
  TextScanner(content, sink).run();
}

}  // namespace mimebase::find
