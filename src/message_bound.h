// Limits that depend on a message's own size: one of a few kilobytes must not cost what a large one may.
#pragma once

#include <algorithm>
#include <cstdint>

namespace mimebase {

// `limit`, but at most what a message of its size is granted. A limit above its default raises that in
// proportion.
[[nodiscard]] constexpr std::uint64_t message_bound(std::uint64_t limit, std::uint64_t default_limit,
                                                    std::uint64_t granted) {
  const std::uint64_t factor = std::max<std::uint64_t>(limit / default_limit, 1);
  return granted > limit / factor ? limit : granted * factor;
}

}  // namespace mimebase
