#include "temporary_file.h"

#include <fcntl.h>
#include <glib.h>
#include <unistd.h>

#include <string>

namespace mimebase {

int open_temporary_file() {
  const std::string folder = g_get_tmp_dir();
  const int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0) return descriptor;
  std::string name = folder + "/mimebase.XXXXXX";
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

}  // namespace mimebase
