// The image candidates of a `srcset` attribute: the HTML Standard, section 4.8.4.3.10.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "find/finder.h"

namespace mimebase::find {

// Reads a decoded `srcset` value from front to back, in linear time.
class Srcset {
 public:
  // `value` must outlive this.
  explicit Srcset(std::string_view value) : value_(value) {}

  // Where in the value the next candidate's URL stands, never empty. A candidate whose descriptors are in
  // error is passed over, as the Standard has it.
  [[nodiscard]] std::optional<Span> next();

 private:
  class Descriptors;

  Span read_url();
  bool read_descriptors();
  std::string_view read_descriptor();

  std::string_view value_;
  std::size_t pos_ = 0;
};

}  // namespace mimebase::find
