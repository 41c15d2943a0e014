// Metadata in XMP (ISO 16684-1).
#pragma once

#include <string>
#include <string_view>

#include "documents/document.h"
#include "text/for_archive.h"

namespace mimebase::documents {

// The property BaseURL of the basic schema, which is an attribute or an element: the base of relative
// references in the document. Empty if there is none. `packet` is XML in any charset.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::string xmp_base_url(std::string_view packet, Reading& reading);

}  // namespace mimebase::documents
