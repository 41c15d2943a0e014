// Compares domains that differ in a few letters or in their suffixes.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/steps.h"

namespace mimebase::check {

// How two domains resemble each other.
struct Resemblance {
  std::string_view how;      // words for a sentence, such as "two letters are swapped"
  std::size_t distance = 0;  // insertions, deletions, substitutions and swaps of adjacent characters
};

// Compares two registrable domains by their letters: two neighbours are swapped, or one letter is doubled,
// added, left out or replaced inside the name. Returns nothing for ends such as a plural "s", digits, hyphens
// and short names, which often distinguish honest domains.
[[nodiscard]] std::optional<Resemblance> compare_letters(std::string_view a, std::string_view b);

// Compares two registrable domains that have the same name under different suffixes. Returns nothing unless
// the suffix of `odd` is one that imitators often use, and that of `real` is not. Countries, and "net" and
// "org" beside "com", often distinguish sites of one owner. `is_real_linked`: links lead to `real` too, so
// that only rare suffixes are odd.
[[nodiscard]] std::optional<Resemblance> compare_suffixes(std::string_view real, std::string_view odd,
                                                          bool is_real_linked);

// The words for the resemblance to `real`, after the host: "is at distance 1 from bank.com (...)".
[[nodiscard]] std::string sentence_of_letters(const Resemblance& letters, std::string_view real);
[[nodiscard]] std::string sentence_of_suffixes(const Resemblance& suffixes, std::string_view real);

// Calls `take` with the keys of a domain, about as many as its name has letters. Two domains that one of
// these functions may find to resemble each other have a key in common.
void each_near_key(std::string_view domain, const std::function<void(std::string_view key)>& take);

// Returns the pairs of domains, as ascending indexes in ascending order, that one of these functions may find
// to resemble each other. Takes fifty steps per pair that has a name, or the letters of one, in common;
// without steps, pairs are missing.
[[nodiscard]] std::vector<std::pair<std::size_t, std::size_t>> near_pairs(
    std::span<const std::string_view> domains, Steps& steps);

}  // namespace mimebase::check
