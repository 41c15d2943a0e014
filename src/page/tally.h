// Statistics of an archive's references.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "mimebase/model.h"
#include "model/layer_kinds.h"
#include "page/outcomes.h"

namespace mimebase::page {

// Counts by text. Mail controls the keys, so this is a tree: hash collisions could be provoked.
using Counts = std::map<std::string, std::uint64_t, std::less<>>;

// Mail controls the number of groups too. Once there are this many of a kind, further ones are counted
// together under the name kOthers.
inline constexpr std::size_t kMaxCounts = 50'000;   // domains or schemes
inline constexpr std::size_t kMaxGroups = 10'000;   // of hidden references, and of diagnostics
inline constexpr std::size_t kMaxCompared = 3'000;  // of compared references
inline constexpr std::string_view kOthers = "(others)";

// The location of one reference.
struct Example {
  std::string source;
  std::uint64_t message = 0;
  std::string part, reference;
  std::string subject = {};  // of the message; may be cut off
};

// A subject as an Example keeps it; of a document its title, or else the name of its file.
[[nodiscard]] std::string kept_subject(const MessageInfo& message);

// References hidden for the same reason that lead to the same domain.
struct HiddenGroup {
  std::uint64_t count = 0;
  Example first;
};

// References that readers open in the same different ways.
struct ComparedGroup {
  std::uint64_t count = 0;
  Example first;
  Outcomes outcomes;  // of the first
};

struct Tally {
  std::uint64_t messages = 0, parts = 0, references = 0;
  std::array<std::uint64_t, kLinkStatusCount> by_status{};  // LinkStatus
  std::array<std::uint64_t, base::kLayerKinds.size()>
      by_layer{};    // BaseBy of the base that applies to the reference
  Counts by_scheme;  // the empty scheme: neither resolved nor absolute
  Counts by_domain;  // registrable domains of references with a host
  Counts by_month;   // "2024-11", from the message's Date; empty if there is none
  // The first and the last day on which a message was sent by its Date; empty if none has a plausible one.
  std::string first_day, last_day;
  std::map<std::pair<std::string, std::string>, HiddenGroup> hidden;  // by reason and domain
  // By name_of(Disagreement) and outcome_group_of().
  std::map<std::pair<std::string, std::string>, ComparedGroup> compared;

  // Adds `count` references like this one. `domain` is the registrable domain of its host, or empty.
  void add(const Link& link, std::string_view domain, std::uint64_t count = 1);
  void add(const Comparison& comparison);
  // Must be called once per message, to find the first and the last day.
  void add_day(const MessageInfo& message);
  // Adds the statistics of a later part of the input.
  void add(Tally&& later);

  [[nodiscard]] std::uint64_t count(LinkStatus status) const {
    return by_status[static_cast<std::size_t>(status)];
  }
};

}  // namespace mimebase::page
