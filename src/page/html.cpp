#include "page/html.h"

#include <fmt/format.h>

#include "text/ascii.h"
#include "write/shown_text.h"

namespace mimebase::page {

Html& Html::text(std::string_view text) {
  shown_.clear();
  write::append_visible(text, shown_);
  for (const char c : shown_) {
    switch (c) {
      case '&':
        out_ += "&amp;";
        break;
      case '<':
        out_ += "&lt;";
        break;
      case '>':
        out_ += "&gt;";
        break;
      case '"':
        out_ += "&quot;";
        break;
      default:
        out_ += c;
    }
  }
  return *this;
}

Html& Html::opens(const Filters& filters) {
  std::string_view separator;
  out_ += " data-open=\"";
  for (const auto& [name, value] : filters) {
    ((out_ += separator) += name) += '=';
    separator = "&amp;";
    for (const char c : write::utf8_text(value, shown_)) {
      if (ascii::is_alnum(c) || c == '.' || c == '-') {
        out_ += c;
      } else {
        out_ += fmt::format("%{:02X}", static_cast<unsigned char>(c));
      }
    }
  }
  out_ += '"';
  return *this;
}

Html& Html::number(std::uint64_t value) {
  const fmt::format_int digits(value);
  const std::string_view all(digits.data(), digits.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0 && (all.size() - i) % 3 == 0) out_ += ',';
    out_ += all[i];
  }
  return *this;
}

Html& Html::share(std::uint64_t value, std::uint64_t whole) {
  const double percent = whole == 0 ? 0 : 100 * static_cast<double>(value) / static_cast<double>(whole);
  // Does not round a non-zero share to 0 %, or a partial share to 100 %.
  if (value > 0 && percent < 0.05) return *this << "&lt; 0.1 %";
  if (value < whole && percent >= 99.95) return *this << "&gt; 99.9 %";
  return *this << fmt::format("{:.{}f} %", percent, value == whole || value == 0 ? 0 : 1);
}

}  // namespace mimebase::page
