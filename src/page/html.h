// Writes HTML: trusted markup and untrusted text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mimebase::page {

// Filters of the script's table with their values, which are untrusted.
using Filters = std::vector<std::pair<std::string_view, std::string_view>>;

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
  // Appends an attribute to an element that begins with a count: the rows that the count stands for. The
  // script makes the count a link to them. The value is a fragment such as "status=part&domain=x.example".
  Html& opens(const Filters& filters);
  // Appends a number as "12,345".
  Html& number(std::uint64_t value);
  // Appends the share of `value` in `whole` as "12.5 %".
  Html& share(std::uint64_t value, std::uint64_t whole);

  [[nodiscard]] std::size_t size() const { return out_.size(); }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_, shown_;
};

}  // namespace mimebase::page
