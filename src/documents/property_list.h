// Property lists of macOS, in which .webloc files are written.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::documents {

// The string (UTF-8) with this key in the outermost dictionary of a property list in XML or in binary form;
// "" if there is none.
[[nodiscard]] std::string string_in_property_list(std::string_view bytes, std::string_view key);

}  // namespace mimebase::documents
