// Long text in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/utf8.h"

namespace mimebase::check {

// Cuts off long text from mail, which many rows may repeat.
[[nodiscard]] inline std::string shortened(std::string_view text) {
  constexpr std::size_t kShownBytes = 200;
  if (text.size() <= kShownBytes) return std::string(text);
  return std::string(utf8::prefix(text, kShownBytes)) + "…";
}

}  // namespace mimebase::check
