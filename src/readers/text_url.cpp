#include "readers/text_url.h"

#include <glib.h>

#include <array>
#include <cstddef>
#include <string>

#include "readers/written.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::readers {
namespace {

constexpr std::string_view kIdeographicSpace = "\xE3\x80\x80";

bool is_followed(std::string_view url, const TextRule& rule) {
  if (rule.schemes.empty()) return url::scheme_length(url, url::SchemeStart::kLetter) > 0;
  if (rule.minds_case) return starts_with_one_of(url, rule.schemes);
  return ascii::starts_with_one_of_ignoring_case(url, rule.schemes);
}

// True if the reference goes on in the next line, where these readers do not look. `written` ends at white
// space.
bool is_broken(View& view, const Seen& seen, std::string_view written) {
  if (written.size() >= seen.value.size() || !seen.value.starts_with(written)) return false;
  const std::string_view text = view.text();
  const std::size_t next = text.find_first_not_of(' ', seen.start() + written.size());
  return next != text.npos && (text[next] == '\r' || text[next] == '\n');
}

std::string_view without_punctuation(std::string_view url, const TextRule& rule) {
  constexpr std::string_view kOpening = "({[", kClosing = ")}]";
  std::array<std::ptrdiff_t, kClosing.size()> unopened{};
  const auto count = [&](char c, std::ptrdiff_t one) {
    if (const std::size_t closes = kClosing.find(c); closes != kClosing.npos) unopened[closes] += one;
    if (const std::size_t opens = kOpening.find(c); opens != kOpening.npos) unopened[opens] -= one;
  };
  for (const char c : url) count(c, 1);
  for (; !url.empty(); url.remove_suffix(1)) {
    const char last = url.back();
    const bool is_unopened = contains(rule.balanced, last) && unopened[kClosing.find(last)] > 0;
    if (!is_unopened && !contains(rule.dropped, last)) break;
    count(last, -1);
  }
  return url;
}

// The mail address in a reference to a scheme that the reader does not know, as a URL: "cid:a@b" has the
// address "a@b". Empty if there is none.
std::string address_in(std::string_view url) {
  const std::size_t colon = url.find(':');
  const bool is_address = colon != url.npos && contains(url.substr(colon), '@') && !contains(url, '/');
  return is_address ? "mailto:" + std::string(url.substr(colon + 1)) : std::string();
}

// ---- KTextToHTML of KDE's libraries

constexpr std::string_view kKdeStarts[] = {
    "http://", "https://", "vnc://",  "fish://", "ftp://", "ftps://", "sftp://", "smb://", "irc://",
    "ircs://", "file://",  "mailto:", "news:",   "tel:",   "xmpp:",   "www.",    "ftp."};
// No URL starts after these characters, letters and digits.
constexpr std::string_view kNeverAfterInKde = ".!#$%&'*+-/=?^_`{|}~";
constexpr std::string_view kDroppedByKde = ".,:!?)>";
constexpr std::size_t kMaxKdeBytes = 4096;

// A bar at the start of a line quotes it.
bool is_quote_mark(std::string_view before) {
  const std::string_view line = before.substr(before.rfind('\n') + 1);  // npos + 1 is 0
  return before.ends_with('|') && line.find_first_not_of(">|: \t") == line.npos;
}

bool is_in_word(std::string_view before) {
  if (before.empty() || is_quote_mark(before)) return false;
  const char last = before.back();
  if (ascii::is_ascii(last)) return ascii::is_alnum(last) || contains(kNeverAfterInKde, last);
  const char* const end = before.data() + before.size();
  const char* const start = g_utf8_find_prev_char(before.data(), end);
  return start != nullptr && g_unichar_isalnum(g_utf8_get_char_validated(start, end - start));
}

// The character that ends a URL after an opening one; 0 if white space ends it.
char closing_of(std::string_view before) {
  constexpr std::string_view kOpening = "[<>\"", kClosing = "]><\"";
  const std::size_t opened = before.empty() ? before.npos : kOpening.find(before.back());
  return opened == before.npos ? '\0' : kClosing[opened];
}

// The URL at the start of a line. White space before the closing character is dropped.
std::string cut(std::string_view line, char closing) {
  std::string url;
  bool after_blank = false, in_fragment = false;
  for (std::size_t i = 0; i < line.size() && url.size() < kMaxKdeBytes; ++i) {
    const char c = line[i];
    const bool is_blank = ascii::is_blank(c) || line.substr(i).starts_with(kIdeographicSpace);
    if (closing == '\0' ? is_blank : c == closing) break;
    if (!after_blank && (c == ' ' || c == '<') && starts_with_one_of(line.substr(i + 1), kKdeStarts)) break;
    if (!is_blank && ((!in_fragment && (c == '[' || c == ']')) || (after_blank && c == '<'))) break;
    after_blank = is_blank;
    in_fragment = in_fragment || c == '#';
    if (!is_blank) url += c;
  }
  return url;
}

}  // namespace

std::string url_in_text(View& view, const Seen& seen, const TextRule& rule) {
  std::string buffer;
  std::string_view value = url::clean(seen.value, buffer);
  if (!rule.ends.empty() && !seen.context.starts_with("html:")) {
    const auto written = written_from(view, seen);
    if (written && is_broken(view, seen, *written)) return {};
    if (written) {
      buffer = std::string(joined_before(view, seen, rule.ends)).append(*written);
      value = std::string_view(buffer).substr(0, buffer.find_first_of(rule.ends));
      value = value.substr(0, value.find(kIdeographicSpace));
    }
  }
  if (rule.ends_at_closing) value = value.substr(0, value.find(')'));
  value = without_punctuation(value, rule);
  if (!seen.reference.found.guessed) {
    if (is_followed(value, rule)) return std::string(value);
    return rule.finds_addresses ? address_in(value) : std::string();
  }
  return rule.finds_www && value.starts_with("www.") ? "http://" + std::string(value) : std::string();
}

std::string url_in_text_by_kde(View& view, const Seen& seen) {
  std::string_view before = written_before(view, seen);
  const std::string_view rest = line_from(view, seen).value_or(seen.value);
  constexpr std::string_view kSoftHyphen = "\xC2\xAD";
  if (contains(seen.value, kSoftHyphen)) return {};
  const std::string_view joined = joined_before(view, seen, "<>\"[]");
  const std::string line = std::string(joined).append(rest);
  before.remove_suffix(joined.size());
  if (is_in_word(before)) return {};
  if (!starts_with_one_of(line, kKdeStarts)) return address_in(seen.value);
  std::string url = cut(line, closing_of(before));
  if (url.size() <= joined.size()) return {};
  while (url.size() > 1 && contains(kDroppedByKde, url.back())) url.pop_back();
  // It is written into the page as an attribute, without escapes.
  url = decoded_attribute(std::string_view(url).substr(0, url.find('"')));
  if (url.starts_with("www.")) return "http://" + url;
  return url.starts_with("ftp.") ? "ftp://" + url : url;
}

}  // namespace mimebase::readers
