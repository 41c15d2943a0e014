// For a program that is linked with all modules. It can load none, and lacks none.
#include "text/late.h"

namespace mimebase::late {
namespace {

bool closed = false;

}  // namespace

void* function(Module, const char*) {
  return nullptr;
}

void load(Modules) {}

void close(Modules, void (*)(Module)) {
  closed = true;
}

bool is_closed() {
  return closed;
}

void need(Module) {}

}  // namespace mimebase::late
