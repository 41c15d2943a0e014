// The step from header fields to layers of bases, which mail and callers without mail share.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/layers.h"
#include "mimebase/analyze.h"

namespace mimebase::message {

// Those of AnalyzeOptions::base_headers that are header fields; the default ones where only others are named.
[[nodiscard]] std::vector<BaseBy> base_headers_of(const AnalyzeOptions& options);

// Adds a field of the last added entity's heading, its RFC 2047 words decoded: base/ knows no MIME. `field`
// is its place in the heading.
void add_base_field(base::Layers& layers, BaseBy by, std::string_view raw_value, std::size_t field);

}  // namespace mimebase::message
