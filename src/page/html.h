// HTML as it is written: markup that we know, and text that strangers wrote.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::page {

class Html {
 public:
  // Markup of our own.
  Html& operator<<(std::string_view markup) {
    out_ += markup;
    return *this;
  }
  // Text of anybody's, for an element or a quoted attribute: what is no UTF-8, controls and what overrides
  // direction are shown as escapes, as on a terminal.
  Html& text(std::string_view text);
  // "12,345".
  Html& number(std::uint64_t value);
  // "12.5 %", of `whole`.
  Html& share(std::uint64_t value, std::uint64_t whole);

  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_, shown_;
};

}  // namespace mimebase::page
