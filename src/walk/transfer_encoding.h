// Undoing content transfer encodings (RFC 2045 section 6).
#pragma once

#include <gmime/gmime.h>

#include <string>
#include <string_view>

namespace mimebase::walk {

// `raw` without its encoding: `raw` itself where there is nothing to undo, else a view into `buffer`.
// Broken encodings give what can be read of them.
[[nodiscard]] std::string_view decode_transfer(std::string_view raw, GMimeContentEncoding encoding,
                                               std::string& buffer);

}  // namespace mimebase::walk
