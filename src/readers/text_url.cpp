#include "readers/text_url.h"

#include <algorithm>
#include <string>

#include "ascii.h"
#include "readers/written.h"
#include "url/split.h"

namespace mimebase::readers {
namespace {

bool is_followed(std::string_view url, const TextRule& rule) {
  if (rule.schemes.empty()) return url::scheme_length(url, url::SchemeStart::kLetter) > 0;
  if (rule.minds_case) return has_scheme_of(url, rule.schemes);
  return std::any_of(rule.schemes.begin(), rule.schemes.end(), [url](std::string_view scheme) {
    return ascii::starts_with_ignoring_case(url, scheme);
  });
}

bool is_in_word(std::string_view before, const TextRule& rule) {
  if (before.empty()) return false;
  const char last = before.back();
  return ascii::is_alnum(last) || !ascii::is_ascii(last) ||
         rule.never_after.find(last) != std::string_view::npos;
}

// True if the reference goes on in the next line, where these readers do not look. `written` ends at white
// space.
bool is_broken(View& view, const Seen& seen, std::string_view written) {
  if (written.size() >= seen.value.size() || !seen.value.starts_with(written)) return false;
  const std::string_view text = view.text(view.entity());
  const std::size_t next = text.find_first_not_of(' ', seen.reference.origin.text.start + written.size());
  return next != text.npos && (text[next] == '\r' || text[next] == '\n');
}

// Drops the characters `dropped` at the end, and each ")" there for which the URL has no "(".
std::string_view without_punctuation(std::string_view url, std::string_view dropped) {
  auto unopened = std::count(url.begin(), url.end(), ')') - std::count(url.begin(), url.end(), '(');
  for (; !url.empty(); url.remove_suffix(1)) {
    const char last = url.back();
    const bool is_unopened = last == ')' && unopened > 0;
    if (!is_unopened && dropped.find(last) == dropped.npos) break;
    if (last == ')') --unopened;
    if (last == '(') ++unopened;
  }
  return url;
}

// "cid:a@b" has the address "a@b".
std::string address_in(std::string_view url) {
  const std::size_t colon = url.find(':');
  const bool is_address = colon != url.npos && url.find('@', colon) != url.npos && url.find('/') == url.npos;
  return is_address ? "mailto:" + std::string(url.substr(colon + 1)) : std::string();
}

}  // namespace

bool is_in_text(const Seen& seen) {
  return seen.context.starts_with("text") || seen.context.starts_with("html:text");
}

bool has_scheme_of(std::string_view url, std::span<const std::string_view> schemes) {
  return std::any_of(schemes.begin(), schemes.end(),
                     [url](std::string_view scheme) { return url.starts_with(scheme); });
}

std::string url_in_text(View& view, const Seen& seen, const TextRule& rule) {
  std::string buffer;
  std::string_view value = url::clean(seen.value, buffer);
  if (!rule.never_after.empty() && is_in_word(written_before(view, seen), rule)) return {};
  if (!rule.ends.empty() && !seen.context.starts_with("html:")) {
    const auto written = written_from(view, seen);
    if (written && is_broken(view, seen, *written)) return {};
    if (written) value = written->substr(0, written->find_first_of(rule.ends));
  }
  if (rule.ends_at_closing) value = value.substr(0, value.find(')'));
  value = without_punctuation(value, rule.dropped);
  if (!seen.reference.found.guessed) {
    if (is_followed(value, rule)) return std::string(value);
    return rule.finds_addresses ? address_in(value) : std::string();
  }
  return rule.finds_www && value.starts_with("www.") ? "http://" + std::string(value) : std::string();
}

}  // namespace mimebase::readers
