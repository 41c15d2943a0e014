// Cleans documents in data: URLs, since a browser also loads what they refer to.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "extract/outside.h"

namespace mimebase::extraction {

// Returns the data: URL `url` without anything that it would load from elsewhere, or kNothing if it must not
// be loaded. Returns nothing if it can stay unchanged. `url` is free of surrounding white space and control
// characters.
[[nodiscard]] std::optional<std::string> clean_data_url(std::string_view url, Load load,
                                                        const PageRules& rules, DataLevels levels);

}  // namespace mimebase::extraction
