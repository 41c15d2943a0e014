#include "analysis/link_checks.h"

#include <algorithm>
#include <array>

#include "url/canonical.h"
#include "url/clean.h"
#include "url/host.h"
#include "url/registrable_domain.h"

namespace mimebase::analysis {
namespace {

// Schemes that are followed by something else than "/": whatever comes before a colon and is none of these is
// more likely a file's name.
constexpr std::array<std::string_view, 30> kOpaqueSchemes = {
    "about", "acct", "bitcoin", "blob",  "callto", "chrome",     "cid",    "data",   "facetime", "file",
    "geo",   "http", "https",   "ftp",   "im",     "javascript", "magnet", "mailto", "mid",      "mms",
    "news",  "sip",  "sips",    "skype", "sms",    "smsto",      "tel",    "urn",    "vbscript", "xmpp"};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return out;
}

std::string shown(const std::string& url) {
  return url.empty() ? "no URL" : url;
}

// The URL Standard's form of `url`, or nothing.
std::string serialised(const std::string& url) {
  std::string out;
  return url::serialise(url, out) ? out : std::string();
}

}  // namespace

std::optional<Finding> check_first_segment_colon(std::string_view reference) {
  const Components parts = split(reference);
  if (!parts.has_scheme || parts.has_net_loc || parts.path.starts_with('/')) return std::nullopt;
  const std::string scheme = lower(parts.scheme);
  if (std::find(kOpaqueSchemes.begin(), kOpaqueSchemes.end(), scheme) != kOpaqueSchemes.end())
    return std::nullopt;
  return Finding{"first-segment-colon", Severity::kWarning,
                 "\"" + std::string(parts.scheme) +
                     ":\" is read as a scheme; if it begins a relative path, write \"./\" before it"};
}

std::optional<Finding> check_same_scheme(std::string_view reference, std::string_view base) {
  const Components parts = split(reference);
  const Components of_base = split(base);
  if (!parts.has_scheme || parts.has_net_loc || !of_base.has_scheme) return std::nullopt;
  if (lower(parts.scheme) != lower(of_base.scheme) || !of_base.has_net_loc) return std::nullopt;
  return Finding{
      "same-scheme", Severity::kWarning,
      "the base's scheme without a host: RFC 1808 takes it as absolute, browsers as relative; leave out \"" +
          std::string(parts.scheme) + ":\""};
}

bool is_ftp_type_d(std::string_view url) {
  const Components parts = split(url);
  return lower(parts.scheme) == "ftp" && lower(parts.params) == "type=d";
}

std::optional<Finding> check_above_root(std::string_view reference, std::string_view resolved_rfc1808) {
  const Components written = split(reference);
  if (written.has_scheme || written.has_net_loc || written.path.starts_with('/')) return std::nullopt;
  const std::string_view path = split(resolved_rfc1808).path;
  if (!path.starts_with("/../") && path != "/..") return std::nullopt;
  return Finding{"above-root", Severity::kWarning,
                 "more \"..\" than the base has levels: RFC 1808 keeps the rest, later rules drop it"};
}

std::optional<Finding> check_text(std::string_view text, std::string_view resolved) {
  std::string buffer;
  const std::string written = lower(url::clean(text, buffer));
  std::string url;
  for (const char* start : {"http://", "https://", "ftp://"}) {
    if (written.starts_with(start)) url = written;
  }
  if (written.starts_with("www.")) url = "http://" + written;
  if (url.empty() || url.find(' ') != std::string::npos) return std::nullopt;
  const std::string said = url::registrable_domain(url::host_of(url));
  const std::string_view host = url::host_of(resolved);
  const std::string meant = url::registrable_domain(host);
  if (said.empty() || said == meant) return std::nullopt;
  return Finding{"text-differs", Severity::kError,
                 "the text says " + said + ", the link leads to " + (meant.empty() ? "no host" : meant)};
}

RuleComparison::RuleComparison(std::string_view base)
    : base_(base),
      rfc1808_(base, {RuleSet::kRfc1808, {}}),
      rfc3986_(base, {RuleSet::kRfc3986, {}}),
      whatwg_(base, {RuleSet::kWhatwg, {}}) {}

const std::string& RuleComparison::resolved_rfc1808(std::string_view reference) {
  if (!rfc1808_.resolve(reference, resolved_)) resolved_.clear();
  return resolved_;
}

std::optional<Finding> RuleComparison::compare(std::string_view reference) {
  std::array<std::string, 3> results;
  const std::array<const Resolver*, 3> resolvers = {&rfc1808_, &rfc3986_, &whatwg_};
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!resolvers[i]->resolve(reference, results[i])) results[i].clear();
  }
  // What only the Standard refuses is told apart from what nobody resolves.
  std::array<std::string, 3> same;
  std::transform(results.begin(), results.end(), same.begin(), serialised);
  if (same[0] == same[2] && same[1] == same[2]) return std::nullopt;
  const auto host = [](const std::string& url) { return std::string(url::host_of(url)); };
  const bool hosts_differ = host(same[0]) != host(same[2]) || host(same[1]) != host(same[2]);
  return Finding{"rules-disagree", hosts_differ ? Severity::kError : Severity::kNote,
                 "RFC 1808 gives " + shown(results[0]) + ", RFC 3986 " + shown(results[1]) +
                     ", the URL Standard " + shown(results[2]) + "; write the URL out"};
}

}  // namespace mimebase::analysis
