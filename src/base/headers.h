// Adds header fields to the layers of bases; shared by mail and by callers without mail.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/layers.h"
#include "mimebase/analyze.h"

namespace mimebase::message {

// AnalyzeOptions::base_headers without values that are not header fields. The default ones if only such
// values are listed.
[[nodiscard]] std::vector<BaseBy> base_headers_of(const AnalyzeOptions& options);

// Adds a field of the last entity's header, with encoded words (RFC 2047) decoded, because base/ does not
// know MIME. `field` is its position in the header.
void add_base_field(base::Layers& layers, BaseBy by, std::string_view raw_value, std::size_t field);

}  // namespace mimebase::message
