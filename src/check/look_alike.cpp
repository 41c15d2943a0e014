#include "check/look_alike.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <utility>

#include "check/confusables.h"
#include "check/deceptions.h"
#include "check/near_domains.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "unwrap/wrappers.h"
#include "url/idna.h"
#include "url/registrable_domain.h"
#include "url/whatwg_host.h"

namespace mimebase::check {
namespace {

// What a host or domain that is kept costs: it takes some hundred bytes of memory.
constexpr std::uint64_t kStepsPerName = 100;

constexpr std::string_view kPalochka = "\xD3\x8F";  // U+04CF

// RFC 1035 section 2.3.4.
constexpr std::size_t kMaxNameBytes = 253;

// True for a domain name whose characters can be compared.
bool is_name(std::string_view host) {
  return !host.empty() && host.size() <= kMaxNameBytes && host.front() != '[' && !url::ends_in_number(host) &&
         confusables() != nullptr;
}

std::string unicode_form(std::string_view host) {
  std::string text;
  if (!contains(host, "xn--")) return std::string(host);
  return url::domain_to_unicode(host, text) == nullptr ? text : std::string();
}

// A name with its Unicode form, if that differs.
std::string with_unicode_form(std::string_view host) {
  const std::string text = unicode_form(host);
  if (text.empty() || text == host) return std::string(host);
  return text + " (" + std::string(host) + ")";
}

// Orders domains that look alike: the one that is greater imitates the other.
auto oddness(const std::string& domain) {
  const std::string text = unicode_form(domain);
  const auto foreign = std::count_if(text.begin(), text.end(), [](char c) { return !ascii::is_ascii(c); });
  const auto digits = std::count_if(text.begin(), text.end(), ascii::is_digit);
  return std::tuple(foreign, digits, text.size());
}

// The offset of the first character that is not ASCII and looks like one that ends a host; npos if there is
// none.
std::size_t false_end(std::string_view host) {
  for (std::size_t at = 0; at < host.size();) {
    const utf8::Character character = utf8::first_character(host.substr(at));
    if (character.length > 1) {
      const std::string single = confusables()->skeleton(host.substr(at, character.length));
      if (single == "/" || single == "?" || single == "#" || single == ":") return at;
    }
    at += character.length;
  }
  return kNotFound;
}

// Services under whose domains the names of their customers' domains are usual.
bool is_shared(const std::string& domain) {
  constexpr std::string_view kShared[] = {
      "akamai.net",    "akamaihd.net",  "akamaized.net",  "amazonaws.com",  "ampproject.org",
      "azureedge.net", "azurefd.net",   "cdn77.org",      "cloudflare.net", "cloudfront.net",
      "edgekey.net",   "edgesuite.net", "fastly.net",     "googleapis.com", "mcas.ms",
      "outlook.com",   "proxy.ubc.ca",  "sharepoint.com", "translate.goog", "windows.net",
      "wp.com",        "zendesk.com"};
  return url::known_suffix(domain) == domain ||
         std::any_of(std::begin(kShared), std::end(kShared), [&](std::string_view shared) {
           return domain == shared || domain.ends_with('.' + std::string(shared));
         });
}

}  // namespace

std::string skeleton_of(std::string_view domain) {
  if (!is_name(domain)) return {};
  std::string text = unicode_form(domain);
  // UTS 39 reads the Cyrillic palochka as "i"; in most fonts it is the "l" of the best known look-alike.
  for (std::size_t at = 0; (at = text.find(kPalochka, at)) != kNotFound;)
    text.replace(at, kPalochka.size(), "l");
  // A digit becomes the capital or the letter that it resembles.
  const auto skeleton = confusables()->skeleton;
  return skeleton(ascii::lowered(skeleton(text)));
}

std::string suspicious_characters(std::string_view host) {
  if (!is_name(host) || !contains(host, "xn--")) return {};
  const std::string text = unicode_form(host);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('.', at), text.size());
    const std::string_view label = std::string_view(text).substr(at, end - at);
    if (!ascii::is_ascii(label) && confusables()->mixes_scripts(label)) return "mixes scripts";
    at = end + 1;
  }
  const std::size_t end = false_end(text);
  if (end != kNotFound && looks_like_host(std::string_view(text).substr(0, end)))
    return "has a character that looks like the end of the host " + text.substr(0, end);
  return {};
}

void ProtectedDomains::read() {
  is_read_ = true;
  for (const std::string& domain : domains_) {
    std::string name = url::registrable_domain(domain);
    if (std::string key = skeleton_of(name); !key.empty()) by_skeleton_.emplace(std::move(key), name);
    names_.insert(std::move(name));
  }
}

const std::string* ProtectedDomains::imitated_by(const std::string& domain) {
  if (!is_read_) read();
  if (by_skeleton_.empty() || names_.contains(domain)) return nullptr;
  const auto found = by_skeleton_.find(skeleton_of(domain));
  return found == by_skeleton_.end() ? nullptr : &found->second;
}

LookAlikes::Role* LookAlikes::role_of(const std::string& domain) {
  if (const auto known = domains_.find(domain); known != domains_.end()) return &known->second;
  if (!is_name(domain) || !steps_.charge(kStepsPerName)) return nullptr;
  Role& role = domains_[domain];
  role.order = domains_.size();
  most_dots_ = std::max(most_dots_, std::ranges::count(domain, '.'));
  return &role;
}

void LookAlikes::set_sender(const std::string& domain) {
  if (Role* const role = role_of(domain)) role->is_sender = true;
}

void LookAlikes::add_list_domain(const std::string& domain) {
  if (Role* const role = role_of(domain)) role->is_of_list = true;
}

void LookAlikes::add_domain(const std::string& domain) {
  if (Role* const role = role_of(domain)) role->is_named = true;
}

void LookAlikes::add_host(std::string_view host, std::string_view domain, std::string_view part,
                          std::optional<Range> span, bool is_link, std::string_view place) {
  if (!is_name(host)) return;
  if (is_link && domain != last_linked_) {
    last_linked_ = domain;
    if (Role* const role = role_of(last_linked_)) role->is_linked = true;
  }
  // Most URLs have the host of the last one that was new.
  if (!hosts_.empty() && hosts_.back().name == host && hosts_.back().part == part) return;
  std::string key(part);
  key.append(" ").append(host);
  if (seen_.contains(key) || !steps_.charge(kStepsPerName)) return;
  seen_.insert(std::move(key));
  hosts_.push_back({std::string(host), std::string(domain), std::string(part), std::string(place), span});
  if (Role* const role = role_of(hosts_.back().domain)) role->has_host = true;
}

void LookAlikes::report(const Report& report) {
  compare_skeletons();
  compare_neighbours();
  for (const Host& host : hosts_) {
    std::optional<Finding> finding = check(host);
    if (!finding) continue;
    finding->detail.insert(0, host.place);
    report(host.part, *finding, host.span);
  }
}

void LookAlikes::compare_skeletons() {
  using Odd = std::pair<decltype(oddness({})), const Domain*>;
  std::map<std::string, std::vector<Odd>> alike;
  for (const Domain& domain : domains_) alike[skeleton_of(domain.first)].emplace_back(Odd{{}, &domain});
  for (auto& [key, domains] : alike) {
    if (domains.size() < 2 || key.empty()) continue;
    for (auto& [how_odd, domain] : domains) how_odd = oddness(domain->first);
    std::ranges::stable_sort(domains, {}, &Odd::first);
    for (std::size_t i = 1; i < domains.size(); ++i) add_imitation(domains[i].second, domains[0].second, {});
    if (domains[0].first == domains[1].first) add_imitation(domains[0].second, domains[1].second, {});
  }
}

void LookAlikes::compare_neighbours() {
  std::vector<const Domain*> domains;
  std::vector<std::string_view> names;
  for (const Domain& domain : domains_) {
    domains.push_back(&domain);
    names.emplace_back(domain.first);
  }
  for (const auto& [a, b] : near_pairs(names, steps_)) compare(*domains[a], *domains[b]);
}

void LookAlikes::compare(const Domain& a, const Domain& b) {
  // Letters are imitated in both directions. A reader knows the sender, and then what a text names.
  const auto trust = [](const Domain& domain) {
    const Role& role = domain.second;
    return std::tuple(role.is_sender, role.is_named, !role.is_linked, ~role.order);
  };
  const Domain* const real = trust(a) >= trust(b) ? &a : &b;
  const Domain* const odd = real == &a ? &b : &a;
  if (const auto letters = compare_letters(a.first, b.first)) {
    return add_imitation(odd, real,
                         "is at distance " + std::to_string(letters->distance) + " from " + real->first +
                             " (" + std::string(letters->how) + ")");
  }
  for (const auto& [first, second] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    // The sender knows its own domains, and nobody reads the hosts of images.
    if (second->second.is_sender || second->second.is_of_list || !second->second.is_linked) continue;
    if (const auto suffixes = compare_suffixes(first->first, second->first, first->second.is_linked)) {
      add_imitation(second, first,
                    "has the name of " + first->first + " (" + std::string(suffixes->how) + ", at distance " +
                        std::to_string(suffixes->distance) + ")");
    }
  }
}

// If the sender's own domain is the odd one, the host of the other one is reported.
void LookAlikes::add_imitation(const Domain* odd, const Domain* real, std::string how) {
  if (!odd->second.has_host && odd->second.is_sender) std::swap(odd, real);
  imitated_by_.emplace(odd->first, Imitated{real->first, std::move(how)});
}

// Returns a domain of the message with which the labels before the host's own domain begin, as in
// "www.bank.example.evil.example".
const std::string* LookAlikes::domain_at_start(const Host& host) {
  if (host.name.size() <= host.domain.size() + 1 || is_shared(host.domain) || unwrap::may_wrap(host.name))
    return nullptr;
  const std::string_view labels =
      std::string_view(host.name).substr(0, host.name.size() - host.domain.size() - 1);
  for (std::size_t start = 0; start < labels.size();
       start = std::min(labels.find('.', start), labels.size() - 1) + 1) {
    std::size_t dot = labels.find('.', start);
    for (std::ptrdiff_t dots = 1; dot != kNotFound && dots <= most_dots_; ++dots) {
      if (!steps_.charge(1)) return nullptr;
      dot = labels.find('.', dot + 1);
      const auto known = domains_.find(labels.substr(start, std::min(dot, labels.size()) - start));
      if (known != domains_.end()) return &known->first;
    }
  }
  return nullptr;
}

std::optional<Finding> LookAlikes::check(const Host& host) {
  const std::string shown = "the host " + with_unicode_form(host.name) + ' ';
  const auto looks_like = [&](const std::string& domain, const std::string& how) {
    return Finding{DiagnosticCode::kLookAlike, shown + how + ", which is another domain: do not trust it",
                   false, domain, host.domain};
  };
  if (const std::string* const imitated = protected_.imitated_by(host.domain))
    return looks_like(*imitated, "looks like " + with_unicode_form(*imitated));
  if (const auto other = imitated_by_.find(host.domain); other != imitated_by_.end()) {
    const auto& [domain, how] = other->second;
    return looks_like(domain, how.empty() ? "looks like " + with_unicode_form(domain) : how);
  }
  if (const std::string* const domain = domain_at_start(host))
    return looks_like(*domain, "begins with " + *domain);
  const std::string why = suspicious_characters(host.name);
  if (why.empty()) return std::nullopt;
  return Finding{DiagnosticCode::kLookAlike, shown + why + ": do not trust it"};
}

}  // namespace mimebase::check
