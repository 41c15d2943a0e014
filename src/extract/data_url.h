// Documents that stand in a page as data: URLs: a browser loads what they refer to as well.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "extract/outside.h"

namespace mimebase::extraction {

// The data: URL `url` without what it would load from elsewhere, or kNothing. Nothing: it may stay as it is.
// `url` has no white space or control characters around it.
[[nodiscard]] std::optional<std::string> clean_data_url(std::string_view url, Load load,
                                                        const PageRules& rules, std::size_t levels_left);

}  // namespace mimebase::extraction
