// Built without ISA-L: zlib decodes everything.
#include "input/fast_inflate.h"

namespace mimebase::input {

std::unique_ptr<FastInflate> make_fast_inflate() {
  return nullptr;
}

bool has_fast_inflate() {
  return false;
}

}  // namespace mimebase::input
