// Property lists of macOS, in which .webloc files are written.
#pragma once

#include <functional>
#include <string_view>

#include "documents/document.h"

namespace mimebase::documents {

// Calls `use` with each string (UTF-8) that has this key in a dictionary of a property list in XML, or in the
// outermost one of a property list in binary form.
void for_each_string(std::string_view bytes, std::string_view key, Reading& reading, find::Sink& sink,
                     const std::function<void(std::string_view)>& use);

}  // namespace mimebase::documents
