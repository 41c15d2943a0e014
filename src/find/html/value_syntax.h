// Attributes' values that hold URLs between other things, decoded: where the URLs stand.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "find/finder.h"

namespace mimebase::find {

// The image candidates of a `srcset`: the HTML Standard, section 4.8.4.3.10. Reads from front to back, in
// linear time.
class Srcset {
 public:
  // `value` must outlive this.
  explicit Srcset(std::string_view value) : value_(value) {}

  // Where in the value the next candidate's URL stands, never empty. A candidate whose descriptors are in
  // error is passed over, as the Standard has it.
  [[nodiscard]] std::optional<Span> next();

 private:
  Span read_url();
  bool read_descriptors();
  std::string_view read_descriptor();

  std::string_view value_;
  std::size_t pos_ = 0;
};

// Where the URL stands in a refresh ("5; url=x"): the HTML Standard, "shared declarative refresh steps".
// Nothing if there is none.
[[nodiscard]] std::optional<Span> refresh_url(std::string_view content);

}  // namespace mimebase::find
