// A lock for as long as a process lives: one run at a time adds to a database.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>

namespace mimebase::output {

// The ending of a lock file's name. Nothing else opens such a file: to close any descriptor of it would give
// up the lock.
inline constexpr const char* kLockEnding = ".mimebase-lock";

// A record lock of POSIX on a file of its own. A child of fork() does not have it, unlike one of flock(): it
// ends with the process that has it, whatever that has started.
class LockFile {
 public:
  LockFile() = default;
  // Removes the file.
  ~LockFile();
  LockFile(const LockFile&) = delete;
  LockFile& operator=(const LockFile&) = delete;

  // Locks `path`, and makes the file with that mode if it does not exist: after a crash others may have to
  // lock what it has left. Gives 0 or an errno: EAGAIN if another LockFile has it, in this process or
  // another.
  [[nodiscard]] int take(std::string path, mode_t mode);
  // Empty where none is taken.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::pair<dev_t, ino_t> identity_;
  int descriptor_ = -1;
};

}  // namespace mimebase::output
