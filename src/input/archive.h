// libarchive: tar and zip, and the ways of compression other than gzip. The only file that sees it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "input/byte_source.h"
#include "input/container_kind.h"
#include "input/expansion.h"
#include "input/store.h"

namespace mimebase::input {

// A container as a store of its entries, in their order there. Of a compressed stream that is no tar, the
// content is the one entry, and has the container's own name. `item.depth` counts this container already.
[[nodiscard]] Result<std::unique_ptr<Store>> open_archive(Context& context, Item item,
                                                          std::unique_ptr<ByteSource> bytes);

}  // namespace mimebase::input
