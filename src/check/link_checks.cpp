#include "check/link_checks.h"

#include <algorithm>
#include <array>

#include "ascii.h"
#include "check/anchor_host.h"
#include "check/opened_url.h"
#include "mimebase/unwrap.h"
#include "url/registrable_domain.h"
#include "url/split.h"
#include "url/whatwg.h"
#include "url/whatwg_host.h"

namespace mimebase::check {
namespace {

// Schemes that something other than "/" may follow. Any other word before a colon is more likely part of a
// file name.
constexpr std::array<std::string_view, 30> kOpaqueSchemes = {
    "about", "acct", "bitcoin", "blob",  "callto", "chrome",     "cid",    "data",   "facetime", "file",
    "geo",   "http", "https",   "ftp",   "im",     "javascript", "magnet", "mailto", "mid",      "mms",
    "news",  "sip",  "sips",    "skype", "sms",    "smsto",      "tel",    "urn",    "vbscript", "xmpp"};

std::string shown(const std::string& url) {
  return url.empty() ? "not a URL" : url;
}

// Returns `url` as the URL Standard serialises it; empty if invalid.
std::string serialised(const std::string& url) {
  std::string out;
  return url::serialise(url, out) ? out : std::string();
}

// True if a browser finds a host in the absolute `url` where RFC 1808 finds none or another one: in
// "https:/host/x", "https:host/x", "http:\\host" and "http://other\@host". `standard` is the browser's
// serialisation.
bool reads_other_host(std::string_view url, std::string_view standard) {
  const std::string_view opened = url::host_of(standard);
  const std::string_view written = url::host_of(url);
  if (opened.empty() || written == opened || !is_special(Components::split(standard).scheme)) return false;
  std::string of_written;
  return url::append_host(written, url::HostKind::kDomain, of_written) != nullptr || of_written != opened;
}

// The host that a text names, and if the text is a wrapped URL, that of the URL inside. A link shield may
// wrap the text as well as the link.
std::optional<AnchorHost> named_host(std::string_view text) {
  std::optional<AnchorHost> named = host_in_text(text);
  if (!named || named->is_bare) return named;
  std::string buffer;
  const Unwrapping unwrapping = unwrapping_of(url::clean(text, buffer));
  if (!unwrapping.url.empty()) named->host = url::host_of(unwrapping.url);
  return named;
}

// True if `text` is `url`, or its beginning if the text was cut off.
bool is_same_url(std::string_view text, std::string_view url) {
  constexpr std::size_t kCutBytes = 190;  // anchor texts have at most 200 characters
  std::string buffer;
  const std::string_view cleaned = url::clean(text, buffer);
  return cleaned == url || (cleaned.size() >= kCutBytes && url.starts_with(cleaned));
}

// Compares the URL or domain that is shown to a reader with the target of the link. `where` is "text" or
// "tooltip".
std::optional<Finding> check_named(DiagnosticCode code, std::string_view where, std::string_view text,
                                   std::string_view resolved, const Unwrapping& unwrapping) {
  const std::optional<AnchorHost> named = named_host(text);
  if (!named || (unwrapping.is_wrapped && unwrapping.url.empty())) return std::nullopt;
  const std::string_view target = unwrapping.is_wrapped ? std::string_view(unwrapping.url) : resolved;
  const std::string_view host = url::host_of(target);
  if (named->is_bare && host.empty()) return std::nullopt;  // for example "bank.com" as a mailto: link
  std::string said = url::registrable_domain(named->host);
  std::string meant = url::registrable_domain(host);
  if (said == meant || (unwrapping.is_wrapped && is_same_url(text, resolved))) return std::nullopt;
  std::string detail = "the " + std::string(where) + " says " + said + ", but the link leads to " +
                       (meant.empty() ? "no host" : meant) + ": do not trust " + std::string(target) +
                       ", or make the " + std::string(where) + " name the target";
  return Finding{code, std::move(detail), false, std::move(said), std::move(meant)};
}

}  // namespace

std::optional<Finding> check_first_segment_colon(std::string_view reference) {
  const Components parts = Components::split(reference);
  if (!parts.has_scheme || parts.has_net_loc || parts.path.starts_with('/')) return std::nullopt;
  const std::string scheme = ascii::lowered(parts.scheme);
  if (std::find(kOpaqueSchemes.begin(), kOpaqueSchemes.end(), scheme) != kOpaqueSchemes.end())
    return std::nullopt;
  return Finding{DiagnosticCode::kFirstSegmentColon,
                 "\"" + std::string(parts.scheme) +
                     ":\" is read as a scheme; if it starts a relative path, write \"./\" before it"};
}

std::optional<Finding> check_same_scheme(std::string_view reference, std::string_view base) {
  const Components parts = Components::split(reference);
  const Components of_base = Components::split(base);
  if (!parts.has_scheme || parts.has_net_loc || !of_base.has_scheme) return std::nullopt;
  if (ascii::lowered(parts.scheme) != ascii::lowered(of_base.scheme) || !of_base.has_net_loc)
    return std::nullopt;
  return Finding{
      DiagnosticCode::kSameScheme,
      "the base's scheme without a host: RFC 1808 treats it as absolute, browsers as relative; remove \"" +
          std::string(parts.scheme) + ":\""};
}

bool is_ftp_type_d(std::string_view url) {
  const Components parts = Components::split(url);
  return ascii::lowered(parts.scheme) == "ftp" && ascii::lowered(parts.params) == "type=d";
}

std::optional<Finding> check_above_root(std::string_view reference, std::string_view resolved_rfc1808) {
  const Components written = Components::split(reference);
  if (written.has_scheme || written.has_net_loc || written.path.starts_with('/')) return std::nullopt;
  const std::string_view path = Components::split(resolved_rfc1808).path;
  if (!path.starts_with("/../") && path != "/..") return std::nullopt;
  return Finding{
      DiagnosticCode::kAboveRoot,
      "more \"..\" than the base has levels, which RFC 1808 keeps and later rules drop: remove them"};
}

Unwrapping unwrapping_of(std::string_view url) {
  const Unwrapped unwrapped = unwrap_all(url);
  return {!unwrapped.layers.empty(), std::string(unwrapped.innermost())};
}

std::optional<Finding> check_text(std::string_view text, std::string_view resolved,
                                  const Unwrapping& unwrapping) {
  return check_named(DiagnosticCode::kTextDiffers, "text", text, resolved, unwrapping);
}

std::string_view url_in_tooltip(std::string_view title) {
  constexpr std::string_view kLabel = "Original URL:";
  const std::size_t label = title.find(kLabel);
  if (label == kNotFound) return title;
  title.remove_prefix(label + kLabel.size());
  title.remove_prefix(std::min(title.find_first_not_of(" \t\r\n"), title.size()));
  return title.substr(0, title.find_first_of(" \t\r\n"));
}

std::optional<Finding> check_tooltip(std::string_view title, std::string_view resolved,
                                     const Unwrapping& unwrapping) {
  return check_named(DiagnosticCode::kTitleDiffers, "tooltip", url_in_tooltip(title), resolved, unwrapping);
}

RuleComparison::RuleComparison(std::string_view base)
    : base_(base),
      rfc1808_(base, {RuleSet::kRfc1808, {}}),
      rfc3986_(base, {RuleSet::kRfc3986, {}}),
      whatwg_(base, {RuleSet::kWhatwg, {}}) {
  if (const Result<void> checked = whatwg_.check_base(); !checked) base_failure_ = checked.error().message;
}

const std::string& RuleComparison::resolved_rfc1808(std::string_view reference) {
  if (!rfc1808_.resolve(reference, resolved_)) resolved_.clear();
  return resolved_;
}

std::optional<Finding> RuleComparison::compare(std::string_view reference) {
  if (!base_failure_.empty()) return std::nullopt;
  std::array<std::string, 3> results;
  const std::array<const Resolver*, 3> resolvers = {&rfc1808_, &rfc3986_, &whatwg_};
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!resolvers[i]->resolve(reference, results[i])) results[i].clear();
  }
  // Distinguishes URLs that only the Standard rejects from those that all rule sets reject.
  std::array<std::string, 3> same;
  std::transform(results.begin(), results.end(), same.begin(), serialised);
  const bool host_is_read_otherwise = reads_other_host(results[0], results[2]);
  if (same[0] == same[2] && same[1] == same[2] && !host_is_read_otherwise) return std::nullopt;
  const auto host = [](const std::string& url) { return std::string(url::host_of(url)); };
  const bool hosts_differ =
      host_is_read_otherwise || host(same[0]) != host(same[2]) || host(same[1]) != host(same[2]);
  Finding finding{DiagnosticCode::kRulesDisagree,
                  "RFC 1808 gives " + shown(results[0]) + ", RFC 3986 " + shown(results[1]) +
                      ", the URL Standard " + shown(results[2]) + ": write the full URL, including the host",
                  !hosts_differ};
  const std::string& other =
      host_is_read_otherwise || host(same[0]) != host(same[2]) ? results[0] : results[1];
  finding.domain = url::registrable_domain(host(other));
  finding.other_domain = url::registrable_domain(host(same[2]));
  return finding;
}

}  // namespace mimebase::check
