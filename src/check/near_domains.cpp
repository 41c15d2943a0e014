#include "check/near_domains.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>

#include "check/domain_form.h"
#include "text/ascii.h"
#include "url/registrable_domain.h"

namespace mimebase::check {
namespace {

constexpr std::size_t kMaxLabelBytes = 63;  // RFC 1035 section 2.3.4

// Misspellings of "com", and suffixes that cost little.
constexpr std::string_view kOddSuffixes =
    " accountant bid bond buzz cam cc cf cfd click cm cricket cyou date download faith ga gdn gq help icu "
    "link "
    "loan men ml monster mov om online ooo party pw quest racing rest review sbs science site stream su "
    "support "
    "tk top trade website win work ws xyz zip ";
// Suffixes that owners of "com" use too, though seldom instead of it.
constexpr std::string_view kSecondSuffixes =
    " biz center club co digital info life live lol ltd network ninja one page rocks services shop space "
    "store "
    "tech team today vip world wtf ";

bool has_item(std::string_view list, std::string_view item) {
  return list.find(' ' + std::string(item) + ' ') != std::string_view::npos;
}

// A registrable domain as a name and a suffix.
struct NameAndSuffix {
  explicit NameAndSuffix(std::string_view domain)
      : name(name_before_suffix(domain)), suffix(suffix_of(domain)) {}
  std::string_view name, suffix;
};

bool is_comparable(std::string_view name) {
  return name.size() >= 4 && name.size() <= kMaxLabelBytes && !name.starts_with("xn--");
}

// Returns how many pairs of neighbours are swapped; 0 if the names differ in another way.
std::size_t count_swaps(std::string_view a, std::string_view b) {
  std::size_t swaps = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    if (i + 1 == a.size() || a[i] != b[i + 1] || a[i + 1] != b[i]) return 0;
    if (!ascii::is_letter(a[i]) || !ascii::is_letter(a[i + 1])) return 0;
    ++swaps;
    ++i;
  }
  return swaps;
}

// Letters that readers confuse. Other letters distinguish honest domains: "wikipedia" and "wikimedia".
constexpr std::array<std::string_view, 11> kSimilar = {"mn", "uv", "vw", "ij", "il", "hb",
                                                       "hn", "gq", "ft", "ce", "pq"};

bool look_similar(char a, char b) {
  return std::ranges::any_of(kSimilar, [&](std::string_view pair) {
    return (a == pair[0] && b == pair[1]) || (a == pair[1] && b == pair[0]);
  });
}

// The same for letters that a chain of similar ones joins.
constexpr std::array<char, 256> kShapes = [] {
  std::array<char, 256> shapes{};
  for (std::size_t c = 0; c < shapes.size(); ++c) shapes[c] = static_cast<char>(c);
  for (std::size_t round = 0; round < kSimilar.size(); ++round) {
    for (const std::string_view pair : kSimilar) {
      char& a = shapes[static_cast<unsigned char>(pair[0])];
      char& b = shapes[static_cast<unsigned char>(pair[1])];
      a = b = std::min(a, b);
    }
  }
  return shapes;
}();

std::optional<Resemblance> compare_same_size(std::string_view a, std::string_view b, std::size_t first) {
  constexpr std::size_t kShortestReplaced = 7, kShortestTwice = 8;
  const std::size_t swaps = count_swaps(a, b);
  if (swaps == 1) return Resemblance{"two letters are swapped", 1};
  if (swaps == 2 && a.size() >= kShortestTwice) return Resemblance{"letters are swapped twice", 2};
  const bool is_inside = first > 0 && first + 1 < a.size();
  if (swaps != 0 || !is_inside || a.substr(first + 1) != b.substr(first + 1)) return std::nullopt;
  if (a.size() < kShortestReplaced || !look_similar(a[first], b[first])) return std::nullopt;
  return Resemblance{"one letter is replaced by one that looks similar", 1};
}

// `longer` has one letter more, at `first`.
std::optional<Resemblance> compare_longer(std::string_view shorter, std::string_view longer,
                                          std::size_t first) {
  constexpr std::size_t kShortestDoubled = 5, kShortestAdded = 6;
  if (shorter.substr(first) != longer.substr(first + 1) || !ascii::is_letter(longer[first]))
    return std::nullopt;
  const bool is_doubled = first > 0 && longer[first] == longer[first - 1];
  if (is_doubled && shorter.size() >= kShortestDoubled) return Resemblance{"one letter is doubled", 1};
  const bool is_inside = first > 0 && first < shorter.size();
  if (is_doubled || !is_inside || shorter.size() < kShortestAdded) return std::nullopt;
  return Resemblance{"one letter is added or left out", 1};
}

std::string shape_of(std::string_view name) {
  std::string shape(name);
  std::ranges::transform(shape, shape.begin(), [](char c) { return kShapes[static_cast<unsigned char>(c)]; });
  return shape;
}

// The same for names that differ in the order of letters between digits and hyphens.
std::string with_sorted_letters(std::string_view name) {
  std::string sorted(name);
  for (auto letters = sorted.begin(); letters != sorted.end();) {
    const auto end = std::find_if_not(letters, sorted.end(), ascii::is_letter);
    std::sort(letters, end);
    letters = std::find_if(end, sorted.end(), ascii::is_letter);
  }
  return sorted;
}

// Calls `take` with the name without each of its letters, but only once for neighbours that are equal, until
// it returns false.
template <typename Take>
void each_shorter(std::string_view name, Take take) {
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (!ascii::is_letter(name[at]) || (at > 0 && name[at] == name[at - 1])) continue;
    if (!take(std::string(name).erase(at, 1))) return;
  }
}

// Joins domains that have a key in common.
class PairFinder {
 public:
  PairFinder(std::span<const std::string_view> domains, Steps& steps) : steps_(steps) {
    for (const std::string_view domain : domains) names_.push_back(NameAndSuffix(domain).name);
  }

  std::vector<std::pair<std::size_t, std::size_t>> run() {
    std::map<std::string, std::vector<std::size_t>> by_name, by_letters, by_shape;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!is_comparable(names_[i])) continue;
      by_name[std::string(names_[i])].push_back(i);
      by_shape[shape_of(names_[i])].push_back(i);
      by_letters[with_sorted_letters(names_[i])].push_back(i);
    }
    for (const auto* const buckets : {&by_name, &by_letters, &by_shape}) {
      for (const auto& [key, bucket] : *buckets) join_all(bucket);
    }
    for (std::size_t i = 0; i < names_.size(); ++i) join_with_shorter(i, by_name);
    std::ranges::sort(pairs_);
    pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
    return std::move(pairs_);
  }

 private:
  // Returns false if there are no steps left.
  bool join(std::size_t a, std::size_t b) {
    constexpr std::uint64_t kStepsPerPair = 50;
    if (!steps_.charge(kStepsPerPair)) return false;
    pairs_.emplace_back(std::min(a, b), std::max(a, b));
    return true;
  }
  void join_all(const std::vector<std::size_t>& bucket) {
    for (std::size_t i = 0; i < bucket.size(); ++i) {
      for (std::size_t j = i + 1; j < bucket.size(); ++j) {
        if (!join(bucket[i], bucket[j])) return;
      }
    }
  }
  // Joins a domain with those whose name lacks one of its letters.
  void join_with_shorter(std::size_t i, const std::map<std::string, std::vector<std::size_t>>& by_name) {
    if (!is_comparable(names_[i])) return;
    each_shorter(names_[i], [&](const std::string& shorter) {
      const auto found = by_name.find(shorter);
      return found == by_name.end() ||
             std::ranges::all_of(found->second, [&](std::size_t other) { return join(i, other); });
    });
  }

  Steps& steps_;
  std::vector<std::string_view> names_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

// The Levenshtein distance.
std::size_t distance(std::string_view a, std::string_view b) {
  std::array<std::size_t, kMaxLabelBytes + 1> row{};
  if (b.size() > kMaxLabelBytes) return std::max(a.size(), b.size());
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (const char c : a) {
    std::size_t diagonal = row[0]++;
    for (std::size_t i = 1; i <= b.size(); ++i) {
      const std::size_t replaced = diagonal + (c == b[i - 1] ? 0 : 1);
      diagonal = row[i];
      row[i] = std::min({row[i] + 1, row[i - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<Resemblance> compare_letters(std::string_view a, std::string_view b) {
  constexpr std::size_t kLongerThanAnySuffix = 6;
  const NameAndSuffix left(a), right(b);
  if (!is_comparable(left.name) || !is_comparable(right.name)) return std::nullopt;
  const std::string_view shorter = left.name.size() <= right.name.size() ? left.name : right.name;
  const std::string_view longer = left.name.size() <= right.name.size() ? right.name : left.name;
  if (longer.size() - shorter.size() > 1) return std::nullopt;
  const auto first = static_cast<std::size_t>(
      std::mismatch(shorter.begin(), shorter.end(), longer.begin()).first - shorter.begin());
  if (first == longer.size()) return std::nullopt;
  const std::optional<Resemblance> found = shorter.size() == longer.size()
                                               ? compare_same_size(shorter, longer, first)
                                               : compare_longer(shorter, longer, first);
  if (!found || left.suffix == right.suffix) return found;
  const bool is_swapped = shorter.size() == longer.size() && count_swaps(shorter, longer) > 0;
  if (!is_swapped || shorter.size() < kLongerThanAnySuffix) return std::nullopt;
  return Resemblance{found->how, found->distance + distance(left.suffix, right.suffix)};
}

std::vector<std::pair<std::size_t, std::size_t>> near_pairs(std::span<const std::string_view> domains,
                                                            Steps& steps) {
  return PairFinder(domains, steps).run();
}

void each_near_key(std::string_view domain, const std::function<void(std::string_view key)>& take) {
  const std::string_view name = name_before_suffix(domain);
  if (!is_comparable(name)) return;
  take(std::string("=").append(name));
  take("~" + shape_of(name));
  take("#" + with_sorted_letters(name));
  each_shorter(name, [&](const std::string& shorter) {
    take("=" + shorter);
    return true;
  });
}

std::string sentence_of_letters(const Resemblance& letters, std::string_view real) {
  return "is at distance " + std::to_string(letters.distance) + " from " + std::string(real) + " (" +
         std::string(letters.how) + ")";
}

std::string sentence_of_suffixes(const Resemblance& suffixes, std::string_view real) {
  return "has the name of " + std::string(real) + " (" + std::string(suffixes.how) + ", at distance " +
         std::to_string(suffixes.distance) + ")";
}

std::optional<Resemblance> compare_suffixes(std::string_view real, std::string_view odd,
                                            bool is_real_linked) {
  const NameAndSuffix left(real), right(odd);
  if (left.name != right.name || left.suffix == right.suffix || !is_comparable(left.name))
    return std::nullopt;
  if (url::known_suffix(real) != left.suffix) return std::nullopt;  // a typing error, or no domain
  if (has_item(kOddSuffixes, left.suffix) || has_item(kSecondSuffixes, left.suffix)) return std::nullopt;
  if (!has_item(kOddSuffixes, right.suffix) && (is_real_linked || !has_item(kSecondSuffixes, right.suffix)))
    return std::nullopt;
  return Resemblance{"the suffix is another one", distance(left.suffix, right.suffix)};
}

}  // namespace mimebase::check
