// Replaces archive.cpp if libarchive is configured off. Containers are reported as problems and have no
// records.
#include <memory>

#include "input/store.h"
#include "model/built_without.h"

namespace mimebase::input {

void load_for_archives() {}

bool has_archives() {
  return false;
}

std::unique_ptr<Store> open_archive(Context& context, Item item, std::unique_ptr<ByteSource> /*bytes*/) {
  context.note(item.source, "is compressed, and " + built_without("libarchive"));
  return nullptr;
}

}  // namespace mimebase::input
