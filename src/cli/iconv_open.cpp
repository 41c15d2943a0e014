// Overrides the C library's iconv_open() for this program and its libraries; GMime calls it for every encoded
// word. It reports charsets that a sandboxed process cannot load (wanted_charset.h).
#include <dlfcn.h>
#include <iconv.h>

#include "process/wanted_charset.h"

extern "C" iconv_t iconv_open(const char* to, const char* from) {
  using Open = iconv_t (*)(const char*, const char*);
  static const auto kOpen = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "iconv_open"));
  mimebase::internal::charset_is_wanted(to);
  mimebase::internal::charset_is_wanted(from);
  return kOpen(to, from);
}
