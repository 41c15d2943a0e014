#include "check/link_checks.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "check/displayed_text.h"
#include "check/domain_form.h"
#include "check/opened_url.h"
#include "check/shortened.h"
#include "mimebase/unwrap.h"
#include "text/ascii.h"
#include "text/strings.h"
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

// True if `text` is `url`, or its beginning if the text was cut off.
bool is_same_url(std::string_view text, std::string_view url) {
  constexpr std::size_t kCutBytes = 190;  // anchor texts have at most 200 characters
  std::string buffer;
  const std::string_view cleaned = url::clean(text, buffer);
  return cleaned == url || (cleaned.size() >= kCutBytes && url.starts_with(cleaned));
}

// What a label may name: the target as readers know it.
enum class TargetKind { kHost, kMailbox, kNumber };

TargetKind kind_of_target(std::string_view url) {
  if (ascii::starts_with_ignoring_case(url, "mailto:")) return TargetKind::kMailbox;
  const bool is_number = ascii::starts_with_ignoring_case(url, "tel:") ||
                         ascii::starts_with_ignoring_case(url, "sms:") ||
                         ascii::starts_with_ignoring_case(url, "callto:");
  return is_number ? TargetKind::kNumber : TargetKind::kHost;
}

// The comparison of a name with a target.
struct LabelComparison {
  bool applies = false, agrees = false;
  std::string said, meant;  // for the sentence
  std::string domain = {}, other_domain = {};
};

// A link shield may wrap the text as well as the link.
std::string host_of(const ShownName& name, const OwnTemplate* own) {
  std::string buffer;
  const Unwrapping unwrapping =
      name.is_bare ? Unwrapping() : unwrapping_of(url::clean(name.url, buffer), own);
  return unwrapping.url.empty() ? name.value : std::string(url::host_of(unwrapping.url));
}

LabelComparison compare_host(const ShownName& name, LabelTarget& target) {
  LabelComparison result;
  result.said = result.domain = url::registrable_domain(host_of(name, target.own()));
  // "bank.com" is often the text of a mailbox there, and "www.bank.com" sometimes.
  if (kind_of_target(target.url()) == TargetKind::kMailbox)
    result.agrees = target.recipients().has_domain(result.said);
  result.other_domain = target.domain();
  result.applies = !name.is_bare || !result.other_domain.empty();
  result.meant = result.other_domain.empty() ? "no host" : result.other_domain;
  const bool is_wrapped_text = target.is_wrapped() && is_same_url(name.url, target.resolved());
  const bool is_broken_url =
      !name.unbroken_host.empty() && url::registrable_domain(name.unbroken_host) == result.other_domain;
  result.agrees = result.agrees || result.said == result.other_domain || is_wrapped_text || is_broken_url;
  return result;
}

LabelComparison compare_mailbox(const ShownName& name, LabelTarget& target) {
  LabelComparison result;
  const Recipients& recipients = target.recipients();
  if (recipients.empty()) return result;
  result.applies = true;
  result.said = name.value;
  result.meant = recipients.first();
  result.domain = url::registrable_domain(domain_of_mailbox(name.value));
  result.other_domain = url::registrable_domain(domain_of_mailbox(result.meant));
  if (result.domain == result.other_domain) result.domain = result.other_domain = {};
  result.agrees = recipients.has_owner_of(name.value);
  return result;
}

LabelComparison compare_number(const ShownName& name, LabelTarget& target) {
  const std::string& number = target.number();
  return {!number.empty(), is_same_number(number, name.value), name.value, number, {}, {}};
}

LabelComparison compare(const ShownName& name, LabelTarget& target) {
  const TargetKind kind = kind_of_target(target.url());
  if (name.kind == ShownName::Kind::kHost) return compare_host(name, target);
  if (name.kind == ShownName::Kind::kMailbox && kind == TargetKind::kMailbox)
    return compare_mailbox(name, target);
  if (name.kind == ShownName::Kind::kNumber && kind == TargetKind::kNumber)
    return compare_number(name, target);
  return {};
}

}  // namespace

std::optional<Finding> check_first_segment_colon(std::string_view reference) {
  const Components parts = Components::split(reference);
  if (!parts.has_scheme || parts.has_net_loc || parts.path.starts_with('/')) return std::nullopt;
  const std::string scheme = ascii::lowered(parts.scheme);
  if (is_one_of(scheme, kOpaqueSchemes)) return std::nullopt;
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

Unwrapping unwrapping_of(std::string_view url, const OwnTemplate* own) {
  const Unwrapped unwrapped = own != nullptr ? unwrap_all(url, *own) : unwrap_all(url);
  return {!unwrapped.layers.empty(), std::string(unwrapped.innermost())};
}

Unwrapping unwrapping_of(const Link& link) {
  return {!link.wrappers.empty(), std::string(link.unwrapped.value_or(""))};
}

const std::string& LabelTarget::domain() {
  if (!domain_) domain_ = url::registrable_domain(url::host_of(url_));
  return *domain_;
}

const Recipients& LabelTarget::recipients() {
  if (!recipients_) recipients_.emplace(url_);
  return *recipients_;
}

const std::string& LabelTarget::number() {
  if (!number_) number_ = number_of_url(url_);
  return *number_;
}

std::optional<Finding> check_label(DiagnosticCode code, std::string_view where,
                                   std::span<const std::string> displayed_texts, LabelTarget& target,
                                   bool counts_bare) {
  if (target.url().empty()) return std::nullopt;
  std::optional<LabelComparison> different;
  for (const std::string& text : displayed_texts) {
    for (const ShownName& name : names_in(text)) {
      LabelComparison result = compare(name, target);
      if (!result.applies) continue;
      if (result.agrees) return std::nullopt;
      // Newsletters name their sites in a sentence, and count clicks elsewhere.
      if (name.is_among_words && target.is_of_list()) continue;
      // "Booking.com" is a trade mark that images often show.
      if (name.is_bare && !counts_bare) continue;
      if (!different) different = std::move(result);
    }
  }
  if (!different) return std::nullopt;
  std::string detail = "the " + std::string(where) + " says " +
                       shortened(with_unicode_form(different->said)) + ", but the link leads to " +
                       shortened(with_unicode_form(different->meant)) + ": do not trust " +
                       std::string(target.url()) + ", or make the " + std::string(where) + " name the target";
  return Finding{code, std::move(detail), false, std::move(different->domain),
                 std::move(different->other_domain)};
}

std::string_view shown_by_tooltip(std::string_view title) {
  constexpr std::string_view kLabel = "Original URL:";
  const std::size_t label = title.find(kLabel);
  const bool has_label = label != kNotFound;
  if (has_label) title.remove_prefix(label + kLabel.size());
  title.remove_prefix(std::min(title.find_first_not_of(" \t\r\n"), title.size()));
  return title.substr(0, title.find_first_of(has_label ? " \t\r\n" : "\r\n"));
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
