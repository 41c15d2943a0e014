// Objects of OLE inside documents (MS-OLEDS).
#pragma once

#include <functional>
#include <string_view>

#include "documents/document.h"
#include "find/finder.h"

namespace mimebase::documents {

// Calls `use` with each URL or path (UTF-8) of a moniker in these bytes, wherever it is. Each is given once.
void for_each_moniker(std::string_view bytes, const std::function<void(std::string_view)>& use);

// Searches the files that a compound file contains as OLE packages, and as documents of newer programs.
void find_in_compound_file(std::string_view bytes, std::string_view context, std::string_view where,
                           Reading& reading, find::Sink& sink);

// Finds what an object in the format of OLE 1 (MS-OLEDS section 2.2) is linked to, and searches the file that
// it contains.
void find_in_ole_object(std::string_view bytes, std::string_view context, std::string_view where,
                        Reading& reading, find::Sink& sink);

}  // namespace mimebase::documents
