// A storage of a compound file as a compound file of its own: a document that is an object in a message.
#pragma once

#include <string>

#include "binary/compound_file.h"
#include "outlook/properties.h"

namespace mimebase::outlook {

// Copies a storage with all that it contains. Streams are filled up with zeros to whole sectors. Charges
// their bytes; beyond the limit, entries are left out.
[[nodiscard]] std::string copy_storage(binary::CompoundFile& file, int storage, Reading& reading);

}  // namespace mimebase::outlook
