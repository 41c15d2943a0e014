// Range: a range of bytes. The other headers use it.
//
//   const mimebase::Range range{3, 7};
//   content.substr(range.start, range.end - range.start);  // 4 bytes
#pragma once

#include <cstdint>

namespace mimebase {
inline namespace v0_2 {

// A half-open range of bytes: `start` is the first byte, and `end` is one past the last.
struct Range {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  bool operator==(const Range&) const = default;
};

}  // namespace v0_2
}  // namespace mimebase
