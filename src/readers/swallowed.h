// The bytes of damaged quoted-printable that Thunderbird loses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "charset/offset_map.h"

namespace mimebase::readers {

// A decoded content without the bytes that Thunderbird's decoder drops behind an "=" that begins no escape.
class Swallowed {
 public:
  // Nothing is lost.
  Swallowed() = default;
  // `map` leads from the bytes of `decoded` to those of `raw`. Time is linear.
  Swallowed(std::string_view raw, std::string_view decoded, const charset::OffsetMap& map);

  [[nodiscard]] bool is_nothing() const { return lost_.empty(); }
  // True if something is lost between these positions of the content.
  [[nodiscard]] bool is_in(std::size_t start, std::size_t end) const;
  [[nodiscard]] std::string_view rest() const { return rest_; }
  // The position in rest() of a byte of the content.
  [[nodiscard]] std::size_t at(std::size_t position) const;

 private:
  std::vector<std::size_t> lost_;  // positions in the content, in order
  std::string rest_;
};

}  // namespace mimebase::readers
