#include "check/look_alike.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <utility>

#include "check/confusables.h"
#include "check/deceptions.h"
#include "check/domain_form.h"
#include "check/near_domains.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "unwrap/wrappers.h"
#include "url/registrable_domain.h"

namespace mimebase::check {
namespace {

// What a host or domain that is kept costs: it takes some hundred bytes of memory.
constexpr std::uint64_t kStepsPerName = 100;

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

// Words that imitators join to the name of a domain with a hyphen.
constexpr std::string_view kLures[] = {"account",  "accounts", "auth",         "confirm", "id",
                                       "login",    "logon",    "my",           "online",  "secure",
                                       "security", "service",  "sign-in",      "signin",  "support",
                                       "update",   "user",     "verification", "verify",  "web"};

// True for "paypal-secure" and "secure-paypal" beside "paypal".
bool is_with_lure(std::string_view name, std::string_view real) {
  if (name.size() <= real.size() + 1) return false;
  const std::size_t rest = name.size() - real.size();
  if (name.starts_with(real) && name[real.size()] == '-')
    return is_one_of(name.substr(real.size() + 1), kLures);
  return name.ends_with(real) && name[rest - 1] == '-' && is_one_of(name.substr(0, rest - 1), kLures);
}

}  // namespace

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
  compare_with_sender();
  for (const Host& host : hosts_) {
    std::optional<Finding> finding = check(host);
    if (!finding) continue;
    finding->detail.insert(0, host.place);
    report(host.part, *finding, host.span);
  }
}

void LookAlikes::compare_skeletons() {
  // A domain of the caller is not the odd one.
  using Odd = std::pair<std::pair<bool, decltype(oddness({}))>, const Domain*>;
  std::map<std::string, std::vector<Odd>> alike;
  for (const Domain& domain : domains_) alike[skeleton_of(domain.first)].emplace_back(Odd{{}, &domain});
  for (auto& [key, domains] : alike) {
    if (domains.size() < 2 || key.empty()) continue;
    for (auto& [how_odd, domain] : domains)
      how_odd = {!protected_.contains(domain->first), oddness(domain->first)};
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

// "paypal-secure.com" in mail from paypal.com.
void LookAlikes::compare_with_sender() {
  constexpr std::size_t kShortest = 5;  // shorter names are words too often
  const auto sender =
      std::ranges::find_if(domains_, [](const Domain& each) { return each.second.is_sender; });
  if (sender == domains_.end()) return;
  const std::string_view real = name_before_suffix(sender->first);
  if (real.size() < kShortest) return;
  for (const Domain& domain : domains_) {
    if (domain.second.is_of_list || protected_.contains(domain.first)) continue;
    if (!is_with_lure(name_before_suffix(domain.first), real)) continue;
    imitated_by_.emplace(
        domain.first, Imitated{sender->first, "contains the name of the sender's domain " + sender->first});
  }
}

void LookAlikes::compare(const Domain& a, const Domain& b) {
  // Letters are imitated in both directions. The caller knows best; a reader knows the sender, and then what
  // a text names.
  const auto trust = [this](const Domain& domain) {
    const Role& role = domain.second;
    return std::tuple(protected_.contains(domain.first), role.is_sender, role.is_named, !role.is_linked,
                      ~role.order);
  };
  const Domain* const real = trust(a) >= trust(b) ? &a : &b;
  const Domain* const odd = real == &a ? &b : &a;
  if (const auto letters = compare_letters(a.first, b.first)) {
    return add_imitation(odd, real, sentence_of_letters(*letters, real->first));
  }
  for (const auto& [first, second] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    // The sender knows its own domains, and nobody reads the hosts of images.
    if (second->second.is_sender || second->second.is_of_list || !second->second.is_linked) continue;
    if (const auto suffixes = compare_suffixes(first->first, second->first, first->second.is_linked)) {
      add_imitation(second, first, sentence_of_suffixes(*suffixes, first->first));
    }
  }
}

// If the sender's own domain is the odd one, the host of the other one is reported.
void LookAlikes::add_imitation(const Domain* odd, const Domain* real, std::string how) {
  if (!odd->second.has_host && odd->second.is_sender) std::swap(odd, real);
  // A domain of the caller imitates none.
  if (protected_.contains(odd->first)) {
    if (!real->second.is_sender || protected_.contains(real->first)) return;
    how = "is imitated by the sender's domain " + with_unicode_form(real->first);
  }
  if (how.empty()) how = "looks like " + with_unicode_form(real->first);
  imitated_by_.emplace(odd->first, Imitated{real->first, std::move(how)});
}

// Finds a domain of the message among the labels before the host's own domain, as in
// "www.bank.example.evil.example".
std::optional<Imitated> LookAlikes::domain_inside(const Host& host) {
  if (host.name.size() <= host.domain.size() + 1) return std::nullopt;
  const std::string_view labels =
      std::string_view(host.name).substr(0, host.name.size() - host.domain.size() - 1);
  for (std::size_t start = 0; start < labels.size();
       start = std::min(labels.find('.', start), labels.size() - 1) + 1) {
    std::size_t dot = labels.find('.', start);
    for (std::ptrdiff_t dots = 1; dot != kNotFound && dots <= most_dots_; ++dots) {
      if (!steps_.charge(1)) return std::nullopt;
      dot = labels.find('.', dot + 1);
      const auto known = domains_.find(labels.substr(start, std::min(dot, labels.size()) - start));
      // A text may have been cut off at a dot: "www.bank".
      if (known != domains_.end() && has_suffix(known->first))
        return Imitated{known->first, (start == 0 ? "begins with " : "contains ") + known->first};
    }
  }
  return std::nullopt;
}

std::optional<Imitated> LookAlikes::imitated(const Host& host) {
  const auto other = imitated_by_.find(host.domain);
  if (protected_.contains(host.domain))
    return other == imitated_by_.end() ? std::nullopt : std::optional(other->second);
  if (auto alike = protected_.resembling(host.name, host.domain, steps_)) return alike;
  if (other != imitated_by_.end()) return other->second;
  if (!is_shared(host.domain) && !unwrap::may_wrap(host.name)) {
    if (auto inside = domain_inside(host)) return inside;
    if (auto inside = protected_.contained_in(host.name, host.domain, steps_)) return inside;
  }
  return protected_.named_in(host.name, steps_);
}

std::optional<Finding> LookAlikes::check(const Host& host) {
  const std::string shown = "the host " + with_unicode_form(host.name) + ' ';
  if (auto other = imitated(host)) {
    return Finding{DiagnosticCode::kLookAlike,
                   shown + other->how + ", which is another domain: do not trust it", false,
                   std::move(other->domain), host.domain};
  }
  const std::string why = suspicious_characters(host.name);
  if (why.empty()) return std::nullopt;
  return Finding{DiagnosticCode::kLookAlike, shown + why + ": do not trust it"};
}

}  // namespace mimebase::check
