#include "check/opened_url.h"

#include <algorithm>

#include "text/ascii.h"
#include "url/split.h"

namespace mimebase::check {
namespace {

bool is_slash(char c) {
  return c == '/' || c == '\\';
}

std::size_t count_slashes(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_slash) - text.begin());
}

// `text` follows the slashes.
Authority split_authority(std::string_view text, std::string_view ends) {
  Authority authority;
  text = text.substr(0, text.find_first_of(ends));
  if (const std::size_t at = text.rfind('@'); at != kNotFound) {
    authority.userinfo = text.substr(0, at);
    text.remove_prefix(at + 1);
  }
  const std::size_t bracket = text.starts_with('[') ? text.find(']') : 0;
  authority.host = bracket == kNotFound ? text : text.substr(0, text.find(':', bracket));
  return authority;
}

}  // namespace

std::optional<Authority> authority_of(std::string_view reference, std::string_view base) {
  const std::string scheme = url::scheme_of(reference);
  const std::string of_base = url::scheme_of(base);
  std::string_view rest = reference.substr(scheme.empty() ? 0 : scheme.size() + 1);
  const std::string& effective = scheme.empty() ? of_base : scheme;
  if (!effective.empty() && !is_special(effective)) {
    if (!rest.starts_with("//")) return std::nullopt;
    Authority authority = split_authority(rest.substr(2), "/?#");
    authority.is_plain = !scheme.empty();
    return authority;
  }
  const std::size_t slashes = count_slashes(rest);
  const bool is_relative = scheme.empty() || scheme == of_base;
  if (is_relative && slashes < 2) return std::nullopt;
  Authority authority = split_authority(rest.substr(slashes), "/\\?#");
  authority.is_plain = !scheme.empty() && slashes == 2 && rest.starts_with("//");
  return authority;
}

Opener::Opener() : resolver_("", {RuleSet::kWhatwg, {}}), without_base_("", {RuleSet::kWhatwg, {}}) {}

const std::string& Opener::open(std::string_view reference, std::string_view base) {
  if (base != base_) {
    base_ = base;
    resolver_ = Resolver(base_, {RuleSet::kWhatwg, {}});
  }
  if (resolver_.resolve(reference, url_)) return url_;
  std::string buffer;
  const std::string_view cleaned = url::clean_whatwg(reference, buffer);
  const std::string completed = (count_slashes(cleaned) >= 2 ? "https:" : "") + std::string(cleaned);
  if (!without_base_.resolve(completed, url_)) url_.clear();
  return url_;
}

}  // namespace mimebase::check
