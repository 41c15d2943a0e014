// The domains of the caller (AnalyzeOptions::domains), with which every host is compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "check/steps.h"

namespace mimebase::check {

// A domain that a host imitates, and the words for it.
struct Imitated {
  std::string domain;
  std::string how;  // "begins with bank.com"
};

// An index of domains: the time for a host does not depend on their number, only on the number of those that
// resemble it.
class ProtectedDomains {
 public:
  // `domains` must outlive this. It is read on the first use.
  explicit ProtectedDomains(const std::vector<std::string>& domains) : domains_(domains) {}

  // Returns whether a registrable domain is one of them.
  [[nodiscard]] bool contains(std::string_view domain);
  // Returns the domain that looks like `domain`, the registrable domain of `host`, by its characters (UTS
  // 39), a few letters or its suffix. Returns nothing for a protected domain itself and its subdomains, and
  // if there are no steps left. `host` is in ASCII.
  [[nodiscard]] std::optional<Imitated> resembling(std::string_view host, const std::string& domain,
                                                   Steps& steps);
  // Returns the domain that is a sequence of labels of `host` before its registrable domain `domain`, as in
  // "www.bank.com.evil.example". Likewise.
  [[nodiscard]] std::optional<Imitated> contained_in(std::string_view host, std::string_view domain,
                                                     Steps& steps);
  // Returns the domain whose name, the label before its public suffix, is a label of `host` before its public
  // suffix, or stands between hyphens in one. Names with less than five letters are words too often.
  // Likewise.
  [[nodiscard]] std::optional<Imitated> named_in(std::string_view host, Steps& steps);

 private:
  // The kinds of keys in the index.
  enum class Key : std::uint8_t { kDomain, kName, kSkeleton, kNear };
  struct Entry {
    std::uint64_t hash = 0;  // of a key
    std::uint32_t domain = 0;
    auto operator<=>(const Entry&) const = default;
  };

  void read();
  void add(Key key, std::string_view text, std::size_t domain);
  [[nodiscard]] bool is_usable(std::string_view host, Steps& steps);
  // Returns the first domain of `key` that `accept` accepts; null if there is none.
  [[nodiscard]] const std::string* find(Key key, std::string_view text, Steps& steps,
                                        const std::function<bool(const std::string&)>& accept) const;

  const std::vector<std::string>& domains_;
  bool is_read_ = false;
  std::vector<std::string> names_;  // the registrable domains
  std::unordered_set<std::string_view> known_;
  std::vector<Entry> index_;  // sorted
  std::size_t most_dots_ = 0, most_hyphens_ = 0;
};

}  // namespace mimebase::check
