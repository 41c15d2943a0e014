#include "readers/text_url.h"

#include <algorithm>
#include <string>

#include "ascii.h"
#include "url/split.h"

namespace mimebase::readers {
namespace {

bool has_scheme_of(std::string_view url, const TextRule& rule) {
  if (rule.schemes.empty()) return url::scheme_length(url, url::SchemeStart::kLetter) > 0;
  return std::any_of(rule.schemes.begin(), rule.schemes.end(), [&](std::string_view scheme) {
    return rule.minds_case ? url.starts_with(scheme) : ascii::starts_with_ignoring_case(url, scheme);
  });
}

}  // namespace

bool is_in_text(const Seen& seen) {
  return seen.context.starts_with("text") || seen.context.starts_with("html:text");
}

std::string url_in_text(const Seen& seen, const TextRule& rule) {
  std::string buffer;
  std::string_view value = url::clean(seen.value, buffer);
  if (rule.ends_at_closing) value = value.substr(0, value.find(')'));
  value = value.substr(0, value.find_last_not_of(rule.dropped) + 1);
  if (!seen.reference.found.guessed) return has_scheme_of(value, rule) ? std::string(value) : std::string();
  return rule.finds_www && value.starts_with("www.") ? "http://" + std::string(value) : std::string();
}

}  // namespace mimebase::readers
