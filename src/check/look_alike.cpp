#include "check/look_alike.h"

#include <unicode/uspoof.h>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>

#include "ascii.h"
#include "check/deceptions.h"
#include "url/idna.h"
#include "url/registrable_domain.h"
#include "url/whatwg_host.h"
#include "utf8.h"

namespace mimebase::check {
namespace {

// Hosts and domains of one message that are compared. Real messages have dozens.
constexpr std::size_t kMaxHosts = 10'000;

constexpr std::string_view kPalochka = "\xD3\x8F";  // U+04CF

// RFC 1035 section 2.3.4.
constexpr std::size_t kMaxNameBytes = 253;

// ICU's checker, created once and thread-safe. Null if ICU's data is missing.
const USpoofChecker* checker() {
  static const USpoofChecker* const kChecker = []() -> const USpoofChecker* {
    UErrorCode error = U_ZERO_ERROR;
    USpoofChecker* const made = uspoof_open(&error);
    if (U_FAILURE(error)) return nullptr;
    uspoof_setChecks(made, USPOOF_RESTRICTION_LEVEL, &error);
    uspoof_setRestrictionLevel(made, USPOOF_HIGHLY_RESTRICTIVE);
    return U_SUCCESS(error) ? made : nullptr;
  }();
  return kChecker;
}

// The skeleton of UTF-8 text; empty on failure.
std::string skeleton(std::string_view text) {
  std::string out(4 * text.size() + 16, '\0');
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t length =
      uspoof_getSkeletonUTF8(checker(), 0, text.data(), static_cast<std::int32_t>(text.size()), out.data(),
                             static_cast<std::int32_t>(out.size()), &error);
  if (U_FAILURE(error)) return {};
  out.resize(static_cast<std::size_t>(length));
  return out;
}

bool mixes_scripts(std::string_view label) {
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t failed =
      uspoof_checkUTF8(checker(), label.data(), static_cast<std::int32_t>(label.size()), nullptr, &error);
  return U_SUCCESS(error) && failed != 0;
}

// True for a domain name whose characters can be compared.
bool is_name(std::string_view host) {
  return !host.empty() && host.size() <= kMaxNameBytes && host.front() != '[' && !url::ends_in_number(host) &&
         checker() != nullptr;
}

std::string unicode_form(std::string_view host) {
  std::string text;
  if (host.find("xn--") == kNotFound) return std::string(host);
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
      const std::string single = skeleton(host.substr(at, character.length));
      if (single == "/" || single == "?" || single == "#" || single == ":") return at;
    }
    at += character.length;
  }
  return kNotFound;
}

}  // namespace

std::string skeleton_of(std::string_view domain) {
  if (!is_name(domain)) return {};
  std::string text = unicode_form(domain);
  // UTS 39 reads the Cyrillic palochka as "i"; in most fonts it is the "l" of the best known look-alike.
  for (std::size_t at = 0; (at = text.find(kPalochka, at)) != kNotFound;)
    text.replace(at, kPalochka.size(), "l");
  // A digit becomes the capital or the letter that it resembles.
  return skeleton(ascii::lowered(skeleton(text)));
}

std::string suspicious_characters(std::string_view host) {
  if (!is_name(host) || host.find("xn--") == kNotFound) return {};
  const std::string text = unicode_form(host);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('.', at), text.size());
    const std::string_view label = std::string_view(text).substr(at, end - at);
    if (!ascii::is_ascii(label) && mixes_scripts(label)) return "mixes scripts";
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

void LookAlikes::add_host(std::string_view host, std::string_view domain, std::string_view part, Range span) {
  if (hosts_.size() >= kMaxHosts || !is_name(host)) return;
  // Most URLs have the host of the last one that was new.
  if (!hosts_.empty() && hosts_.back().name == host && hosts_.back().part == part) return;
  std::string key(part);
  if (!seen_.insert(key.append(" ").append(host)).second) return;
  hosts_.push_back({std::string(host), std::string(domain), std::string(part), span});
  add_domain(std::string(domain));
}

void LookAlikes::add_domain(std::string domain) {
  if (is_name(domain) && domains_.size() < 2 * kMaxHosts) domains_.insert(std::move(domain));
}

void LookAlikes::report(const Report& report) {
  compare_domains();
  for (const Host& host : hosts_) {
    if (const std::optional<Finding> finding = check(host)) report(host.part, *finding, host.span);
  }
}

void LookAlikes::compare_domains() {
  std::map<std::string, std::vector<const std::string*>> alike;
  for (const std::string& domain : domains_) alike[skeleton_of(domain)].push_back(&domain);
  for (auto& [key, domains] : alike) {
    if (domains.size() < 2 || key.empty()) continue;
    std::stable_sort(domains.begin(), domains.end(),
                     [](const std::string* a, const std::string* b) { return oddness(*a) < oddness(*b); });
    for (std::size_t i = 1; i < domains.size(); ++i) imitated_by_.emplace(*domains[i], *domains.front());
    if (oddness(*domains[0]) == oddness(*domains[1])) imitated_by_.emplace(*domains[0], *domains[1]);
  }
}

std::optional<Finding> LookAlikes::check(const Host& host) {
  const std::string* imitated = protected_.imitated_by(host.domain);
  const auto other = imitated_by_.find(host.domain);
  if (imitated == nullptr && other != imitated_by_.end()) imitated = &other->second;
  if (imitated != nullptr) {
    return Finding{DiagnosticCode::kLookAlike,
                   "the host " + with_unicode_form(host.name) + " looks like " +
                       with_unicode_form(*imitated) + ", which is another domain: do not trust it",
                   false, *imitated, host.domain};
  }
  const std::string why = suspicious_characters(host.name);
  if (why.empty()) return std::nullopt;
  return Finding{DiagnosticCode::kLookAlike,
                 "the host " + with_unicode_form(host.name) + ' ' + why + ": do not trust it"};
}

}  // namespace mimebase::check
