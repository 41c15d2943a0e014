// Limits that depend on a message's size: a message of a few kilobytes must not cost as much as a large one
// may.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mimebase/limits.h"

namespace mimebase {

// `limit`, capped at `granted`, which the caller derives from the message's size. A limit above its default
// raises the cap in proportion.
[[nodiscard]] constexpr std::uint64_t message_bound(std::uint64_t limit, std::uint64_t default_limit,
                                                    std::uint64_t granted) {
  const std::uint64_t factor = std::max<std::uint64_t>(limit / default_limit, 1);
  return granted > limit / factor ? limit : granted * factor;
}

// The total size of the files that a message of `message_bytes` is extracted into.
[[nodiscard]] constexpr std::uint64_t extract_bound(const Limits& limits, std::uint64_t message_bytes) {
  constexpr std::uint64_t kLeast = std::uint64_t{16} << 20, kPerByte = 8;
  return message_bound(limits.extract_bytes, Limits().extract_bytes, kLeast + kPerByte * message_bytes);
}

}  // namespace mimebase
