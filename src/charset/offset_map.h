// Maps output bytes of a decoding step (transfer encoding, charset, character references, escapes) to the
// input bytes that they come from. Finders report the original bytes of a decoded reference with it. A
// rewriter uses several maps to get back through several steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mimebase/range.h"

namespace mimebase::charset {

using Span = Range;

// Maps offsets one to one, except for the ranges that were appended. An empty map is the identity, and costs
// nothing. Uses 16 bytes for each change of the ratio between input and output. Offsets have 56 bits.
class OffsetMap {
 public:
  // Appends a replacement: the output bytes `out` come from the input bytes `in` as a whole. Either range may
  // be empty, for a deletion or an insertion. Both must follow those of the previous call; the bytes in
  // between were copied.
  void replace(Span in, Span out);

  // Appends like replace(), but each `in_unit` bytes of `in` became `out_unit` bytes of `out`. Both units are
  // positive and divide their ranges into the same number of pieces. A range that continues the previous one
  // in the same ratio takes no extra memory.
  void replace_each(Span in, std::uint8_t in_unit, Span out, std::uint8_t out_unit);

  void clear() { runs_.clear(); }
  [[nodiscard]] bool identity() const { return runs_.empty(); }

  // The start of the input for the output byte at `out`; for the end of the output, the end of the input.
  // Takes time logarithmic in the number of changes.
  [[nodiscard]] std::size_t to_input(std::size_t out) const;

  // Extends `out` to whole units at both ends: for one of three bytes from four base64 digits, all three.
  [[nodiscard]] Span whole_units(Span out) const;

  // The input bytes that the output bytes `out` come from. An empty span gives an empty one.
  [[nodiscard]] Span to_input(Span out) const;

 private:
  // A range that starts at `in` and `out` and ends at the next run. Units are 0 for a range replaced as a
  // whole, which is never the last run.
  struct Run {
    std::uint64_t in : 56;
    std::uint64_t in_unit : 8;
    std::uint64_t out : 56;
    std::uint64_t out_unit : 8;
  };
  static Run make_run(std::size_t in, std::uint8_t in_unit, std::size_t out, std::uint8_t out_unit);
  void append(Span in, std::uint8_t in_unit, Span out, std::uint8_t out_unit);
  // The last run that starts at or before `out`; null if copied bytes precede the first.
  [[nodiscard]] const Run* before(std::size_t out) const;

  std::vector<Run> runs_;  // the last one, if any, is a run of copied bytes
};

}  // namespace mimebase::charset
