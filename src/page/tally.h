// What the references of an archive come to, in counts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "layer_kinds.h"
#include "mimebase/model.h"

namespace mimebase::page {

// How often each of many texts was there. Mail says the keys: a tree, for no keys collide in it.
using Counts = std::map<std::string, std::uint64_t, std::less<>>;

// Where one of many stands.
struct Example {
  std::string source;
  std::uint64_t message = 0;
  std::string part, reference;
};

// References that are hidden for one reason, and lead to one domain.
struct HiddenGroup {
  std::uint64_t count = 0;
  Example first;
};

struct Tally {
  std::uint64_t messages = 0, parts = 0, references = 0;
  std::array<std::uint64_t, kLinkStatusCount> by_status{};  // LinkStatus
  std::array<std::uint64_t, base::kLayerKinds.size()>
      by_layer{};    // BaseBy of the base that rules where they stand
  Counts by_scheme;  // empty: neither resolved nor absolute
  Counts by_domain;  // registrable; only of those with a host
  Counts by_month;   // "2024-11", by the date of the message; else empty
  std::map<std::pair<std::string, std::string>, HiddenGroup> hidden;  // by reason and domain

  // `count` references like this one; `domain` is the registrable one of its host, or empty.
  void add(const Link& link, std::string_view domain, std::uint64_t count = 1);
  // What comes behind this in the input.
  void add(Tally&& later);

  [[nodiscard]] std::uint64_t count(LinkStatus status) const {
    return by_status[static_cast<std::size_t>(status)];
  }
};

}  // namespace mimebase::page
