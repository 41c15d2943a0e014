#include "process/descriptor.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>

#include "process/descriptors.h"

namespace mimebase::process {

void Descriptor::reset(int number) {
  if (number_ >= 0) close(number_);
  number_ = number;
}

Descriptor reopened(int file) {
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  struct stat before = {}, now = {};
  Descriptor opened(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  const bool is_same = opened.get() >= 0 && fstat(file, &before) == 0 && fstat(opened.get(), &now) == 0 &&
                       before.st_dev == now.st_dev && before.st_ino == now.st_ino;
  if (!is_same) return Descriptor(fcntl(file, F_DUPFD_CLOEXEC, 0));
  if (S_ISREG(now.st_mode)) {
    lseek(opened.get(), lseek(file, 0, SEEK_CUR), SEEK_SET);
  } else {
    fcntl(opened.get(), F_SETFL, fcntl(file, F_GETFL) & ~O_ACCMODE);
  }
  return opened;
}

Descriptor memory_file(std::string_view bytes) {
  Descriptor file(memfd_create("mimebase", MFD_CLOEXEC));
  if (file.get() < 0) return file;
  if (const int error = write_all(file.get(), bytes); error != 0) {
    file.reset();
    errno = error;
    return file;
  }
  lseek(file.get(), 0, SEEK_SET);
  return file;
}

}  // namespace mimebase::process
