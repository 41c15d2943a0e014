#include "base64.h"

#include <glib.h>

namespace mimebase {

std::string base64(std::string_view bytes) {
  gchar* const digits = g_base64_encode(reinterpret_cast<const guchar*>(bytes.data()), bytes.size());
  std::string text(digits);
  g_free(digits);
  return text;
}

}  // namespace mimebase
