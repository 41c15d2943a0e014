#include "check/protected_domains.h"

#include <algorithm>
#include <unordered_set>

#include "check/domain_form.h"
#include "check/near_domains.h"
#include "text/ascii.h"
#include "url/registrable_domain.h"

namespace mimebase::check {
namespace {

// What it takes to look a host up.
constexpr std::uint64_t kStepsPerLookup = 100;
// What it takes to compare it with a domain that has a key in common with it.
constexpr std::uint64_t kStepsPerComparison = 50;

constexpr std::size_t kFewestLetters = 5;

std::size_t count(std::string_view text, char c) {
  return static_cast<std::size_t>(std::ranges::count(text, c));
}

// The letters of a name in Unicode.
std::size_t count_letters(std::string_view text) {
  const auto is_letter = [](char c) {
    return ascii::is_letter(c) || (static_cast<unsigned char>(c) >= 0xC0);
  };
  return static_cast<std::size_t>(std::ranges::count_if(text, is_letter));
}

std::uint64_t hash_of(int key, std::string_view text) {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
  return std::hash<std::string_view>()(text) ^ (static_cast<std::uint64_t>(key + 1) * kOdd);
}

// Calls `take` with each sequence of up to `most` items of `text` between `separator`s, and with the offset
// of its start, until it returns true.
bool any_sequence(std::string_view text, char separator, std::size_t most,
                  const std::function<bool(std::string_view, std::size_t)>& take) {
  for (std::size_t start = 0; start < text.size();) {
    std::size_t end = start;
    for (std::size_t items = 0; items < most && end <= text.size(); ++items) {
      end = std::min(text.find(separator, end), text.size());
      if (take(text.substr(start, end - start), start)) return true;
      ++end;
    }
    start = std::min(text.find(separator, start), text.size() - 1) + 1;
  }
  return false;
}

}  // namespace

void ProtectedDomains::read() {
  is_read_ = true;
  names_.reserve(domains_.size());
  std::unordered_set<std::string> seen;
  for (const std::string& domain : domains_) {
    std::string name = url::registrable_domain(domain);
    if (is_name(name) && seen.insert(name).second) names_.push_back(std::move(name));
  }
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string& domain = names_[i];
    known_.insert(domain);
    most_dots_ = std::max(most_dots_, count(domain, '.'));
    add(Key::kDomain, domain, i);
    if (const std::string skeleton = skeleton_of(domain); !skeleton.empty()) add(Key::kSkeleton, skeleton, i);
    each_near_key(domain, [&](std::string_view key) { add(Key::kNear, key, i); });
    const std::string name = unicode_form(name_before_suffix(domain));
    if (count_letters(name) < kFewestLetters) continue;
    most_hyphens_ = std::max(most_hyphens_, count(name, '-'));
    add(Key::kName, name, i);
  }
  std::ranges::sort(index_);
  index_.erase(std::unique(index_.begin(), index_.end()), index_.end());
}

void ProtectedDomains::add(Key key, std::string_view text, std::size_t domain) {
  index_.push_back({hash_of(static_cast<int>(key), text), static_cast<std::uint32_t>(domain)});
}

bool ProtectedDomains::contains(std::string_view domain) {
  if (!is_read_) read();
  return known_.contains(domain);
}

bool ProtectedDomains::is_usable(std::string_view host, Steps& steps) {
  if (!is_read_) read();
  if (names_.empty() || !is_name(host) || !steps.charge(kStepsPerLookup)) return false;
  if (host.ends_with('.')) host.remove_suffix(1);
  for (std::size_t start = 0; start < host.size();
       start = std::min(host.find('.', start), host.size() - 1) + 1) {
    if (known_.contains(host.substr(start))) return false;
  }
  return true;
}

const std::string* ProtectedDomains::find(Key key, std::string_view text, Steps& steps,
                                          const std::function<bool(const std::string&)>& accept) const {
  const std::uint64_t hash = hash_of(static_cast<int>(key), text);
  for (auto at = std::ranges::lower_bound(index_, hash, {}, &Entry::hash);
       at != index_.end() && at->hash == hash; ++at) {
    if (!steps.charge(kStepsPerComparison)) return nullptr;
    if (accept(names_[at->domain])) return &names_[at->domain];
  }
  return nullptr;
}

std::optional<Imitated> ProtectedDomains::resembling(std::string_view host, const std::string& domain,
                                                     Steps& steps) {
  if (!is_usable(host, steps)) return std::nullopt;
  const std::string skeleton = skeleton_of(domain);
  const auto looks_same = [&](const std::string& real) { return skeleton_of(real) == skeleton; };
  if (!skeleton.empty()) {
    if (const std::string* const real = find(Key::kSkeleton, skeleton, steps, looks_same))
      return Imitated{*real, "looks like " + with_unicode_form(*real)};
  }
  std::optional<Imitated> imitated;
  each_near_key(domain, [&](std::string_view key) {
    if (imitated) return;
    (void)find(Key::kNear, key, steps, [&](const std::string& real) {
      if (const auto letters = compare_letters(domain, real)) {
        imitated = Imitated{real, sentence_of_letters(*letters, real)};
      } else if (const auto suffixes = compare_suffixes(real, domain, false)) {
        imitated = Imitated{real, sentence_of_suffixes(*suffixes, real)};
      }
      return imitated.has_value();
    });
  });
  return imitated;
}

std::optional<Imitated> ProtectedDomains::contained_in(std::string_view host, std::string_view domain,
                                                       Steps& steps) {
  if (host.size() <= domain.size() + 1 || !is_usable(host, steps)) return std::nullopt;
  const std::string_view labels = host.substr(0, host.size() - domain.size() - 1);
  std::optional<Imitated> imitated;
  any_sequence(labels, '.', most_dots_ + 1, [&](std::string_view sequence, std::size_t start) {
    if (!steps.charge(1)) return true;
    const auto is_same = [&](const std::string& real) { return real == sequence; };
    const std::string* const real = find(Key::kDomain, sequence, steps, is_same);
    if (real != nullptr) imitated = Imitated{*real, (start == 0 ? "begins with " : "contains ") + *real};
    return real != nullptr;
  });
  return imitated;
}

std::optional<Imitated> ProtectedDomains::named_in(std::string_view host, Steps& steps) {
  if (!is_usable(host, steps)) return std::nullopt;
  const std::string_view suffix = suffix_of(host);
  const std::string_view labels = host.substr(0, host.size() - suffix.size());
  std::optional<Imitated> imitated;
  const auto is_name_of_one = [&](std::string_view name, std::size_t) {
    if (name.size() < kFewestLetters) return false;
    if (!steps.charge(1)) return true;
    const auto is_same = [&](const std::string& real) {
      return unicode_form(name_before_suffix(real)) == name;
    };
    const std::string* const real = find(Key::kName, name, steps, is_same);
    if (real != nullptr) imitated = Imitated{*real, "contains the name of " + with_unicode_form(*real)};
    return real != nullptr;
  };
  any_sequence(labels, '.', 1, [&](std::string_view label, std::size_t) {
    return any_sequence(unicode_form(label), '-', most_hyphens_ + 1, is_name_of_one);
  });
  return imitated;
}

}  // namespace mimebase::check
