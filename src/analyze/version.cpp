#include "mimebase/version.h"

#include "write/columns.h"

namespace mimebase {
inline namespace v0_2 {

std::string_view version() {
  return MIMEBASE_VERSION;
}

int schema_version() {
  return kSchemaVersion;
}

}  // namespace v0_2
}  // namespace mimebase
