#include "text/late.h"

#include <dlfcn.h>

#include <array>
#include <string>
#include <string_view>

namespace mimebase::late {
namespace {

struct OwnModule {
  Module module;
  const char* file;
};
constexpr std::array kOwn = {OwnModule{kPdf, "libmimebase-pdf.so"},
                             OwnModule{kConfusables, "libmimebase-confusables.so"}};

Modules loaded_modules = 0;
void (*on_missing)(Module) = nullptr;  // null if this process can load modules

// Modules are installed in a folder of their own beside the library, and built beside the library.
void* opened(const char* file) {
  Dl_info info = {};
  if (dladdr(reinterpret_cast<const void*>(&opened), &info) == 0 || info.dli_fname == nullptr) return nullptr;
  const std::string_view library = info.dli_fname;
  const std::string folder(library.substr(0, library.rfind('/') + 1));
  void* const installed = dlopen((folder + "mimebase-0.2/" + file).c_str(), RTLD_NOW | RTLD_LOCAL);
  return installed != nullptr ? installed : dlopen((folder + file).c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace

void* function(Module module, const char* name) {
  need(module);
  for (const OwnModule& own : kOwn) {
    if (own.module != module) continue;
    void* const handle = opened(own.file);
    return handle != nullptr ? dlsym(handle, name) : nullptr;
  }
  return nullptr;
}

void load(Modules modules) {
  loaded_modules |= modules;
  for (const OwnModule& own : kOwn) {
    if ((modules & own.module) != 0) static_cast<void>(opened(own.file));
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
