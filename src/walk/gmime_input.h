// What GMime is given to read. It parses addresses by recursion, builds a kilobyte for each part and compares
// each line that begins with "--" with every boundary around it: what mail can make of that is bounded before
// it sees the bytes.
#pragma once

#include <gmime/gmime.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "walk/message.h"

namespace mimebase::walk {

// More would fill a small stack.
inline constexpr std::uint64_t kMostGroups = 1000;

// How much of a frame's structure may be built.
struct Allowance {
  std::uint64_t parts = 0;
  std::uint64_t fields = 0;
  std::uint64_t heading_bytes = 0;  // of one heading
  std::uint64_t groups = 0;         // in the addresses of a field; at most kMostGroups
  // A frame of fewer lines may do what it likes, but for fields that are very long: it costs GMime some
  // milliseconds at most.
  std::size_t small_lines = 0;
  bool careful = false;  // a copy is made in any case
};

struct GmimeInput {
  // With the same offsets as the frame's bytes; empty where those will do. In it GMime finds of a heading its
  // first Content-Type and Content-Transfer-Encoding alone: the names of all other fields are written over.
  std::string copy;
  // Where the frame is to be cut, for what is behind would be beyond the allowance; else its size.
  std::size_t size = 0;
  std::vector<LimitHit> limits_hit;
};

// Small frames are looked at in a few places alone, and others line by line; only those that would cost GMime
// much are copied.
[[nodiscard]] GmimeInput prepare_for_gmime(std::string_view bytes, const Allowance& allowance,
                                           GMimeParserOptions* options);

}  // namespace mimebase::walk
