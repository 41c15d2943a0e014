// For a program that is linked with all charsets.
#include "charset/ready.h"

namespace mimebase::charset {

void load_common() {}

late::Modules make_ready(late::Modules) {
  return late::kCommonCharsets | late::kAllCharsets;
}

void want(std::string_view) {}

}  // namespace mimebase::charset
