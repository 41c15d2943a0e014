// Built without libzstd: contents in this coding are not searched.
#include "walk/content_coding.h"

namespace mimebase::walk {

Coded decode_zstd(std::string_view /*bytes*/, std::size_t /*most*/, std::string& /*out*/) {
  return Coded::kUnknown;
}

bool has_zstd() {
  return false;
}

}  // namespace mimebase::walk
