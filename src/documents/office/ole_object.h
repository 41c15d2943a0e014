// Objects of OLE inside documents (MS-OLEDS).
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "binary/compound_file.h"
#include "binary/cursor.h"
#include "documents/document.h"
#include "find/finder.h"

namespace mimebase::documents {

// Calls `use` with each URL or path (UTF-8) of a moniker in these bytes, wherever it is. Each is given once.
// The folders that file monikers go up take steps.
void for_each_moniker(std::string_view bytes, Reading& reading, find::Sink& sink,
                      const std::function<void(std::string_view)>& use);

// Takes a moniker, which begins with its class identifier. Returns its URL or path (UTF-8), or nothing if it
// is of another kind, whose size is unknown.
[[nodiscard]] std::string take_moniker(binary::Cursor& fields, Reading& reading, find::Sink& sink);

// Whether a stream of a compound file belongs to an OLE object: what the object is linked to, or a file that
// it contains.
[[nodiscard]] bool is_ole_object_stream(std::string_view name);
// Streams that were searched: their names and places. Those of one place have the same references.
using ObjectStreams = std::set<std::pair<std::string, binary::CompoundFile::Place>>;
// Searches a stream for which is_ole_object_stream() is true.
void find_in_ole_object_stream(std::string_view name, std::string_view stream, std::string_view context,
                               std::string_view where, Reading& reading, find::Sink& sink);

// Searches the OLE objects that a compound file contains: files in packages, documents of newer programs, and
// what the objects are linked to.
void find_in_compound_file(std::string_view bytes, std::string_view context, std::string_view where,
                           Reading& reading, find::Sink& sink);

// Finds what an object in the format of OLE 1 (MS-OLEDS section 2.2) is linked to, and searches the file that
// it contains.
void find_in_ole_object(std::string_view bytes, std::string_view context, std::string_view where,
                        Reading& reading, find::Sink& sink);

}  // namespace mimebase::documents
