#include "text/late.h"

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <string>
#include <string_view>

namespace mimebase::late {
namespace {

struct OwnModule {
  Module module;
  const char* file;
  std::atomic<void*> handle = nullptr;  // once it is loaded
};
std::array<OwnModule, 2> own = {{{kPdf, "libmimebase-pdf.so"}, {kConfusables, "libmimebase-confusables.so"}}};

std::atomic<Modules> loaded_modules = 0;  // threads of a program may load modules at the same time
void (*on_missing)(Module) = nullptr;     // null if this process can load modules

// Modules are installed in a folder of their own beside the library, and built beside the library. A closed
// process, which must open no file, has the handles of the process that it is a copy of.
void* opened(OwnModule& one) {
  Dl_info info = {};
  if (one.handle != nullptr || is_closed() || dladdr(reinterpret_cast<const void*>(&opened), &info) == 0 ||
      info.dli_fname == nullptr)
    return one.handle;
  const std::string_view library = info.dli_fname;
  const std::string folder(library.substr(0, library.rfind('/') + 1));
  one.handle = dlopen((folder + "mimebase-0.2/" + one.file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (one.handle == nullptr) one.handle = dlopen((folder + one.file).c_str(), RTLD_NOW | RTLD_LOCAL);
  return one.handle;
}

}  // namespace

void* function(Module module, const char* name) {
  need(module);
  for (OwnModule& one : own) {
    if (one.module != module) continue;
    void* const handle = opened(one);
    return handle != nullptr ? dlsym(handle, name) : nullptr;
  }
  return nullptr;
}

void load(Modules modules) {
  loaded_modules |= modules;
  for (OwnModule& one : own) {
    if ((modules & one.module) != 0) static_cast<void>(opened(one));
  }
}

void close(Modules loaded, void (*missing)(Module)) {
  loaded_modules |= loaded;
  on_missing = missing;
}

bool is_closed() {
  return on_missing != nullptr;
}

void need(Module module) {
  if (is_closed() && (loaded_modules & module) == 0) on_missing(module);
}

}  // namespace mimebase::late
