#include "readers/text_url.h"

#include <algorithm>
#include <string>

#include "ascii.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg_host.h"

namespace mimebase::readers {
namespace {

bool is_known(std::string_view host) {
  std::string buffer;
  std::string_view name = url::shown_host(host, buffer);
  if (name.ends_with('.')) name.remove_suffix(1);
  if (name.starts_with('[') || url::ends_in_number(name)) return !name.empty();
  const std::string_view suffix = url::known_suffix(name);
  return !suffix.empty() && suffix.size() < name.size();
}

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

bool has_known_host(std::string_view url) {
  return is_known(url::host_of(url));
}

std::string url_in_text(const Seen& seen, const TextRule& rule) {
  std::string buffer;
  std::string_view value = url::clean(seen.value, buffer);
  if (rule.ends_at_closing) value = value.substr(0, value.find(')'));
  value = value.substr(0, value.find_last_not_of(rule.dropped) + 1);
  if (!seen.reference.found.guessed) return has_scheme_of(value, rule) ? std::string(value) : std::string();
  return rule.finds_www && value.starts_with("www.") ? "http://" + std::string(value) : std::string();
}

bool has_known_mail_host(std::string_view url) {
  const std::size_t at = url.find('@');
  if (!ascii::starts_with_ignoring_case(url, "mailto:") || at == url.npos) return false;
  const std::string_view host = url.substr(at + 1);
  return is_known(host.substr(0, host.find_first_of("?&>")));
}

}  // namespace mimebase::readers
