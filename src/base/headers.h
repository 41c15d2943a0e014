// Header fields that declare a base, as mail and callers without mail have them.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/layers.h"
#include "mimebase/options.h"

namespace mimebase::base {

// How the options treat bases. AnalyzeOptions::base_headers is without values that are not header fields.
[[nodiscard]] Profile profile_of(const AnalyzeOptions& options);

// Adds a field of the last entity's header, with encoded words (RFC 2047) decoded, because Layers do not know
// MIME. `field` is its position in the header.
void add_base_field(Layers& layers, BaseBy by, std::string_view raw_value, std::size_t field);

}  // namespace mimebase::base
