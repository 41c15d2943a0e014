// Which input bytes made which output bytes of one decoding step (transfer encoding, charset, character
// references, escapes). Finders use it to name the bytes that a decoded reference was written with, and a
// rewriter to find its way back through several steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mimebase/range.h"

namespace mimebase::charset {

using Span = Range;

// Output bytes are input bytes, one for one, but for what was appended. An empty map is the identity, and
// costs nothing. Keeps 16 bytes for each change of ratio between input and output; offsets have 56 bits.
class OffsetMap {
 public:
  // Appends: the output bytes `out` were made from the input bytes `in`, as a whole. Either may be empty
  // (something dropped, something put in). Both lie behind those of the call before; the bytes between
  // were copied.
  void replace(Span in, Span out);

  // Appends, as replace(): each `in_unit` bytes of `in` made `out_unit` bytes of `out`. Both units are above
  // zero and divide their ranges into the same number of pieces. What continues the call before in the same
  // ratio is kept with it.
  void replace_each(Span in, std::uint8_t in_unit, Span out, std::uint8_t out_unit);

  void clear() { runs_.clear(); }
  [[nodiscard]] bool identity() const { return runs_.empty(); }

  // Where the input begins that made the output byte at `out` (or, for the end of the output, its end).
  // Time: logarithmic in the number of changes.
  [[nodiscard]] std::size_t to_input(std::size_t out) const;

  // `out` made as large as what its first and last byte were made with: of three bytes that four digits of
  // base64 made, all three.
  [[nodiscard]] Span whole_units(Span out) const;

  // From the first to behind the last input byte that made the output bytes `out`. An empty span gives an
  // empty one.
  [[nodiscard]] Span to_input(Span out) const;

 private:
  // What begins at `in` and `out` and ends where the next run begins. Units of 0: made as a whole; then a
  // next run exists.
  struct Run {
    std::uint64_t in : 56;
    std::uint64_t in_unit : 8;
    std::uint64_t out : 56;
    std::uint64_t out_unit : 8;
  };
  static Run make_run(std::size_t in, std::uint8_t in_unit, std::size_t out, std::uint8_t out_unit);
  void append(Span in, std::uint8_t in_unit, Span out, std::uint8_t out_unit);
  // The last run that begins at or before `out`; null where copied bytes lie before the first.
  [[nodiscard]] const Run* before(std::size_t out) const;

  std::vector<Run> runs_;  // the last one, if any, is of copied bytes
};

}  // namespace mimebase::charset
