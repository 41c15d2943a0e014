#include "process/descriptors.h"

#include <fcntl.h>
#include <glib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
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

int status_of_open(int descriptor, struct stat& status) {
#if defined(SYS_fstat) && defined(__LP64__)
  return static_cast<int>(syscall(SYS_fstat, descriptor, &status));  // struct stat is the kernel's there
#else
  return fstat(descriptor, &status);
#endif
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t size = write(descriptor, bytes.data(), bytes.size());
    if (size >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

}  // namespace mimebase
