#include "text/late.h"

namespace mimebase::late {
namespace {

Modules loaded_modules = 0;
void (*on_missing)(Module) = nullptr;  // null if this process can load modules

}  // namespace

void close(Modules loaded, void (*missing)(Module)) {
  loaded_modules = loaded;
  on_missing = missing;
}

bool is_closed() {
  return on_missing != nullptr;
}

void need(Module module) {
  if (is_closed() && (loaded_modules & module) == 0) on_missing(module);
}

}  // namespace mimebase::late
