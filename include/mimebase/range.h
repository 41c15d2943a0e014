// Ranges of bytes.
#pragma once

#include <cstdint>

namespace mimebase::inline v0_2 {

// A half-open range of bytes.
struct Range {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  bool operator==(const Range&) const = default;
};

}  // namespace mimebase::inline v0_2
