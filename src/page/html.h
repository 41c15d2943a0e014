// Writes HTML: trusted markup and untrusted text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::page {

class Html {
 public:
  // Appends trusted markup.
  Html& operator<<(std::string_view markup) {
    out_ += markup;
    return *this;
  }
  // Appends untrusted text, for an element or a quoted attribute. Control characters and direction overrides
  // are shown as escapes, as on a terminal; the result is valid UTF-8.
  Html& text(std::string_view text);
  // Appends a number as "12,345".
  Html& number(std::uint64_t value);
  // Appends the share of `value` in `whole` as "12.5 %".
  Html& share(std::uint64_t value, std::uint64_t whole);

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_, shown_;
};

}  // namespace mimebase::page
