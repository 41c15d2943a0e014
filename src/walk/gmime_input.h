// Prepares messages for GMime. GMime parses addresses recursively, allocates a kilobyte per part, and
// compares each line that starts with "--" with every enclosing boundary. Before it sees a message, the
// resulting cost is bounded.
#pragma once

#include <gmime/gmime.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "walk/message.h"

namespace mimebase::walk {

// More groups would overflow a small stack.
inline constexpr std::uint64_t kMaxGroups = 1000;

// Reported once per message, whichever station meets the limit first.
inline constexpr std::string_view kTooManyParts =
    "more parts than the limit (see --limits parts): the rest is not read";

// The remaining budget for the structure of a frame.
struct Allowance {
  std::uint64_t parts = 0;
  std::uint64_t fields = 0;
  std::uint64_t heading_bytes = 0;  // per header
  std::uint64_t groups = 0;         // in the addresses of a field; at most kMaxGroups
  // Frames with fewer lines are checked only for very long fields: anything else in them costs GMime a
  // few milliseconds at most.
  std::size_t small_lines = 0;
  bool careful = false;  // always make a copy
};

struct GmimeInput {
  // A copy with the same offsets as the frame's bytes; empty if the original can be used. In the copy,
  // GMime sees only the first Content-Type and Content-Transfer-Encoding of each header; the names of
  // all other fields are overwritten.
  std::string copy;
  // The offset at which to cut the frame because the rest exceeds the allowance; else the size of the frame.
  std::size_t size = 0;
  std::vector<LimitHit> limits_hit;
};

// Checks a frame before it is parsed. Small frames are only sampled, others are read line by line. Only
// frames that would be expensive for GMime are copied.
[[nodiscard]] GmimeInput prepare_for_gmime(std::string_view bytes, const Allowance& allowance,
                                           GMimeParserOptions* options);

}  // namespace mimebase::walk
