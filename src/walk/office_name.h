// Contents that are called documents of Office, and contain something else: programs of Office save web pages
// and mail under these names, and open them by their content.
#pragma once

#include <string_view>

namespace mimebase::walk {

// Whether a media type (lower case, no parameters) or a file name is that of a document of Office.
[[nodiscard]] bool is_office_name(std::string_view content_type, std::string_view file_name);

// Whether a content begins with the header of a message that is MIME, as a web page in one file does. The
// first 1,500 bytes suffice.
[[nodiscard]] bool begins_like_mime(std::string_view start);

}  // namespace mimebase::walk
