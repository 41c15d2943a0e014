// Undoing content transfer encodings (RFC 2045 section 6).
#pragma once

#include <gmime/gmime.h>

#include <string>
#include <string_view>

#include "charset/offset_map.h"

namespace mimebase::walk {

// `raw` without its encoding: `raw` itself where there is nothing to undo, else a view into `buffer`.
// Broken encodings give what can be read of them. `map`, if not null, is made to lead from there to `raw`.
[[nodiscard]] std::string_view decode_transfer(std::string_view raw, GMimeContentEncoding encoding,
                                               std::string& buffer, charset::OffsetMap* map = nullptr);

}  // namespace mimebase::walk
