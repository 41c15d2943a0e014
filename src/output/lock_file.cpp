#include "output/lock_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <set>

#include "output/place.h"

namespace mimebase::output {
namespace {

// Files locked in this process. POSIX record locks do not exclude other holders in the same process.
struct LockedFiles {
  std::mutex mutex;
  std::set<Identity> files;
};

LockedFiles& locked_files() {
  static LockedFiles all;
  return all;
}

// True if `path` still names the locked file. The previous holder may have removed it before it unlocked it.
bool is_at(const std::string& path, const struct stat& file) {
  struct stat status = {};
  return lstat(path.c_str(), &status) == 0 && identity_of(status) == identity_of(file);
}

// Locks the whole file, whatever its length. Returns 0 or an errno.
int lock(int descriptor) {
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(descriptor, F_SETLK, &whole) == 0) return 0;
  return errno == EACCES ? EAGAIN : errno;
}

}  // namespace

LockFile::~LockFile() {
  if (descriptor_ < 0) return;
  const std::lock_guard guard(locked_files().mutex);
  locked_files().files.erase(identity_);
  unlink(path_.c_str());
  close(descriptor_);
}

int LockFile::take(std::string path, mode_t mode) {
  const std::lock_guard guard(locked_files().mutex);
  for (;;) {
    struct stat status = {};
    if (lstat(path.c_str(), &status) == 0 && locked_files().files.contains(identity_of(status)))
      return EAGAIN;
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode);
    if (descriptor < 0) return errno;
    static_cast<void>(fchmod(descriptor, mode));  // fails, harmlessly, if the file is another user's
    int error = fstat(descriptor, &status) == 0 ? lock(descriptor) : errno;
    if (error == 0 && status.st_size != 0) error = EEXIST;  // not a lock, and not to be removed
    if (error == 0 && is_at(path, status)) {
      identity_ = identity_of(status);
      locked_files().files.insert(identity_);
      descriptor_ = descriptor;
      path_ = std::move(path);
      return 0;
    }
    close(descriptor);
    if (error != 0) return error;
  }
}

}  // namespace mimebase::output
