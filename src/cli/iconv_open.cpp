// iconv_open(), in place of the C library's, for this program and the libraries in it (GMime calls it for
// every encoded word): in a process that may open nothing, charsets are told of that it has not loaded.
#include <dlfcn.h>
#include <iconv.h>

#include "wanted_charset.h"

extern "C" iconv_t iconv_open(const char* to, const char* from) {
  using Open = iconv_t (*)(const char*, const char*);
  static const auto kOpen = reinterpret_cast<Open>(dlsym(RTLD_NEXT, "iconv_open"));
  mimebase::internal::charset_is_wanted(to);
  mimebase::internal::charset_is_wanted(from);
  return kOpen(to, from);
}
