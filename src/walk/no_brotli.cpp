// Built without libbrotli: contents in this coding are not searched.
#include "walk/content_coding.h"

namespace mimebase::walk {

Coded decode_brotli(std::string_view /*bytes*/, std::size_t /*most*/, std::string& /*out*/) {
  return Coded::kUnknown;
}

bool has_brotli() {
  return false;
}

}  // namespace mimebase::walk
