// Built without libzstd: libarchive reads Zstandard, but no dictionaries.
#include "input/store.h"

namespace mimebase::input {

std::unique_ptr<ByteSource> open_zstd(Context& /*context*/, Item& /*item*/,
                                      std::unique_ptr<ByteSource> bytes) {
  return bytes;
}

bool reads_zstd_frames() {
  return false;
}

}  // namespace mimebase::input
