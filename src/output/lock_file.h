// A lock that ends with its process, so that only one run at a time adds to a database.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>

namespace mimebase::output {

// The suffix of a lock file's name. Nothing else may open such a file, because closing any descriptor of it
// releases the lock.
inline constexpr const char* kLockEnding = ".mimebase-lock";

// A POSIX record lock on a separate file. Unlike a lock by flock(), it is not inherited by children of
// fork(), so it ends with the process even if children live on.
class LockFile {
 public:
  LockFile() = default;
  // Removes the file.
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

  // Locks `path` and creates the file with mode `mode` if necessary. The mode matters after a crash, when
  // other users may have to lock the file left behind. Returns 0 or an errno: EAGAIN if another LockFile, in
  // this or another process, holds the lock.
  [[nodiscard]] int take(std::string path, mode_t mode);
  // The path of the locked file; empty if take() has not succeeded.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::pair<dev_t, ino_t> identity_;
  int descriptor_ = -1;
};

}  // namespace mimebase::output
